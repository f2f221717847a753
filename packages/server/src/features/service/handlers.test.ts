import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sessionId } from "../../auth/sessions/session.js";
import { Stage } from "../../rpc/testing/stage.js";

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const NEW = "a new password";

describe("Authenticate", () => {
  it("gives a token for the right password, and records the login", async () => {
    await stage.call("ServiceControl", { "svccontrol.password": NEW });
    const { result } = await stage.call("Authenticate", { API: 1, Password: NEW });
    expect(result).toEqual({ API: 1, Token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(stage.auth.tokens.check(result?.["Token"]).address).toBe("192.0.2.1");
    const [login] = await stage.audit.read(1);
    expect(login).toMatchObject({ action: "login", outcome: "ok", address: "192.0.2.1" });
    expect(login?.session).toMatch(/^[\w-]{12}$/);
  });

  it("refuses another, and records that with the kind of the refusal", async () => {
    await stage.call("ServiceControl", { "svccontrol.password": NEW });
    expect((await stage.call("Authenticate", { API: 1, Password: "wrong" })).error?.code).toBe(-32001);
    await stage.store.settled();
    await expect
      .poll(() => stage.recorded())
      .toContainEqual({ action: "login", outcome: "wrongPassword", details: [] });
    stage.auth.hasher.run = () => {
      throw new Error("broken");
    };
    expect((await stage.call("Authenticate", { API: 1, Password: "other" })).error?.code).toBe(-32603);
    await expect
      .poll(() => stage.recorded())
      .toContainEqual({ action: "login", outcome: "internal", details: [] });
  });
});

describe("ServiceControl", () => {
  it("changes nothing without a password", async () => {
    expect((await stage.call("ServiceControl", { "svccontrol.port": 1 })).result).toEqual({
      SettingsSaved: false,
    });
    expect(await stage.recorded()).toEqual([]);
    expect((await stage.call("Echo", { Echo: "x" })).error).toBeUndefined();
  });

  it("changes the password, which ends the session, and what was asked before it is still done", async () => {
    const done: string[] = [];
    const more = {
      RouterManager: (_actions: unknown, call: { afterwards(a: () => void, b: () => void): void }) => {
        call.afterwards(
          () => done.push("done"),
          () => done.push("revoked"),
        );
        return {};
      },
    } as never;
    const { token: Token } = stage;
    const calls = [
      { jsonrpc: "2.0", id: 1, method: "RouterManager", params: { Token, Reseed: "" } },
      { jsonrpc: "2.0", id: 2, method: "I2PControl", params: { Token, "i2pcontrol.password": NEW } },
    ];
    const { text, afterwards } = await stage.answer(JSON.stringify(calls), more);
    expect(JSON.parse(text)[1].result).toEqual({ "i2pcontrol.password": null, SettingsSaved: true });
    afterwards?.();
    expect(done).toEqual(["done"]);
    expect(await stage.recorded()).toMatchObject([
      { action: "password change", outcome: "ok", details: [] },
      {},
    ]);
    expect((await stage.call("Echo", { Echo: "x" })).error?.code).toBe(-32003);
  });

  it("refuses one that is too short, and records that", async () => {
    const { error } = await stage.call("ServiceControl", { "svccontrol.password": "short" });
    expect(error).toMatchObject({ code: -32602, data: { key: "svccontrol.password" } });
    expect(await stage.recorded()).toEqual([
      { action: "password change", outcome: "invalidParams", details: [] },
    ]);
  });
});

describe("pilothouse.logout", () => {
  it("ends the session that it is called with, and no other", async () => {
    const other = await stage.auth.tokens.issue("192.0.2.2", false, () => true);
    expect((await stage.call("pilothouse.logout")).result).toEqual({ Revoked: true });
    expect((await stage.call("Echo", { Echo: "x" })).error?.code).toBe(-32003);
    expect((await stage.call("Echo", { Token: other.token, Echo: "x" })).error).toBeUndefined();
    expect(await stage.recorded()).toEqual([{ action: "logout", outcome: "ok", details: [] }]);
  });

  it("has nothing to end for the operator", async () => {
    const { result } = await stage.call(
      "pilothouse.logout",
      {},
      {},
      { address: "local", access: "operator" },
    );
    expect(result).toEqual({ Revoked: true });
    expect(await stage.recorded()).toEqual([]);
    expect((await stage.call("Echo", { Echo: "x" })).error).toBeUndefined();
  });
});

describe("pilothouse.sessions", () => {
  it("lists the open ones and marks the caller's", async () => {
    await stage.auth.tokens.issue("192.0.2.2", false, () => true);
    const { result } = await stage.call("pilothouse.sessions");
    const [issued, used] = [1_800_000_000_000, 1_800_000_000_000];
    const facts = { name: "", device: false, issued, used, expires: 1_800_000_001_000 };
    const id = expect.stringMatching(/^[\w-]{12}$/);
    expect(result?.["sessions"]).toEqual([
      { id, ...facts, address: "192.0.2.1", current: true },
      { id, ...facts, address: "192.0.2.2", current: false },
    ]);
  });

  it("ends the one that is named, on record", async () => {
    const { session } = await stage.auth.tokens.issue("192.0.2.2", false, () => true);
    const revoke = sessionId(session);
    const { result } = await stage.call("pilothouse.sessions", { revoke });
    expect(result?.["sessions"]).toMatchObject([{ address: "192.0.2.1" }]);
    expect(await stage.recorded()).toEqual([
      { action: "session revoked", outcome: "ok", details: [{ name: "session", old: revoke, new: null }] },
    ]);
  });

  it("refuses an id that there is not", async () => {
    expect((await stage.call("pilothouse.sessions", { revoke: "none" })).error?.message).toBe(
      "Invalid parameters: revoke is the id of no session that there is",
    );
  });
});

describe("pilothouse.webapps", () => {
  const app = { name: "jsonrpc", title: "Remote management over JSON-RPC at /jsonrpc/" };

  it("lists the applications, and switches the one that is named, on record", async () => {
    const kept = stage.handlers();
    expect((await stage.call("pilothouse.webapps", {}, kept)).result).toEqual({
      applications: [{ ...app, running: false, autostart: false }],
    });
    expect(await stage.recorded()).toEqual([]);
    expect(
      (await stage.call("pilothouse.webapps", { name: "jsonrpc", autostart: true }, kept)).result,
    ).toEqual({
      applications: [{ ...app, running: false, autostart: true }],
    });
    expect(await stage.recorded()).toEqual([
      {
        action: "web application",
        outcome: "ok",
        details: [{ name: "jsonrpc.autostart", old: "false", new: "true" }],
      },
    ]);
    await stage.call("pilothouse.webapps", { name: "jsonrpc", running: true }, kept);
    expect((await stage.recorded())[0]).toMatchObject({
      details: [{ name: "jsonrpc.running", new: "true" }],
    });
  });
});

describe("what the service says about itself", () => {
  it("is its interface, with its version", async () => {
    const { result } = await stage.call("rpc.discover");
    expect(result).toMatchObject({ openrpc: expect.any(String), info: { version: "1.2.3" } });
  });

  it("is its audit: the newest hundred entries, or the requested ones", async () => {
    for (let n = 1; n <= 101; n++)
      await stage.audit.add({ address: "x" }, { action: "backup", outcome: "ok" });
    const ids = async (params: object) => {
      const { result } = await stage.call("pilothouse.audit", params);
      return (result as { entries: { id: number }[] }).entries.map(({ id }) => id);
    };
    const all = await ids({});
    const newest = all[0] ?? 0;
    expect([all.length, all.at(-1)]).toEqual([100, newest - 99]);
    expect(await ids({ limit: 2, before: newest - 50 })).toEqual([newest - 51, newest - 52]);
  });

  it("is an echo", async () => {
    expect((await stage.call("Echo", { Echo: "x" })).result).toEqual({ Result: "x" });
  });
});

describe("rpc.discover", () => {
  it("is made once, and again for no call", () => {
    const discover = stage.handlers()["rpc.discover"] as unknown as () => object;
    expect(discover()).toBe(discover());
  });
});
