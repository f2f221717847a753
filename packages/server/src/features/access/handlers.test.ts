import type { Scope } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sessionId } from "../../auth/sessions/session.js";
import type { Peer } from "../../rpc/call.js";
import { Stage } from "../../rpc/testing/stage.js";

const OPERATOR = { address: "local", access: "operator" } as const;
const ALWAYS = new AbortController().signal;
const NEW = "a new password";

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const programToken = (scope: Scope) => ({
  ...{ name: "backups", scope, lifetimeMs: 1_000, address: "192.0.2.1", factory: false },
});

describe("pilothouse.password", () => {
  it("changes the password without the current one, on record, and ends the session", async () => {
    expect((await stage.call("pilothouse.password", { password: NEW })).result).toEqual({ Changed: true });
    expect(await stage.recorded()).toEqual([{ action: "password change", outcome: "ok", details: [] }]);
    expect((await stage.call("Echo", { Echo: "x" })).error?.code).toBe(-32003);
    await expect(stage.auth.requirePassword(NEW, OPERATOR)).resolves.toBeUndefined();
  });

  it("changes nothing when the current one is wrong, and that is on record", async () => {
    await stage.call("pilothouse.password", { password: NEW }, {}, OPERATOR);
    const params = { password: "another password", current: "wrong" };
    expect((await stage.call("pilothouse.password", params, {}, OPERATOR)).error?.code).toBe(-32001);
    expect((await stage.recorded())[0]).toEqual({
      ...{ action: "password change", outcome: "wrongPassword", details: [] },
    });
    await expect(stage.auth.requirePassword(NEW, OPERATOR)).resolves.toBeUndefined();
  });
});

describe("pilothouse.setup", () => {
  it("says that names go with passwords only where there are accounts", async () => {
    const setup = async (exist: boolean) => {
      const other = await Stage.open({ accounts: { exist, find: () => undefined } });
      const { result } = await other.call("pilothouse.setup");
      await other.close();
      return result;
    };
    const chosen = { choosePassword: false };
    expect((await stage.call("pilothouse.setup")).result).toEqual(chosen);
    expect(await setup(false)).toEqual(chosen);
    expect(await setup(true)).toEqual({ ...chosen, accounts: true });
  });

  it("tells the command for a new password, which names a directory, to callers on the machine alone", async () => {
    const setup = async (peer: Peer) =>
      (await stage.call("pilothouse.setup", {}, {}, peer)).result?.["passwd"];
    expect(await setup({ address: "127.0.0.1" })).toBe("passwd --data-dir /data");
    expect(await setup({ address: "::1" })).toBe("passwd --data-dir /data");
    expect(await setup({ address: "127.0.0.1", forwarded: "claimed" })).toBeUndefined();
    expect(await setup({ address: "127.0.0.1", forwarded: "believed" })).toBeUndefined();
    expect(await setup({ address: "192.0.2.1" })).toBeUndefined();
  });
});

describe("pilothouse.logout", () => {
  it("that comes later has nothing to end for the operator", async () => {
    const { result } = await stage.call("pilothouse.logout", { after: 10 }, {}, OPERATOR);
    expect(result).toEqual({ Revoked: false });
  });
});

describe("a session", () => {
  const rename = (params: object) => stage.call("pilothouse.sessions", params);
  const own = () => stage.auth.tokens.check(stage.token);

  it("is renamed on record; with the name that it has, there is nothing to record", async () => {
    const id = sessionId(own());
    const { result } = await rename({ rename: id, name: "laptop" });
    expect(result?.["sessions"]).toMatchObject([{ id, name: "laptop" }]);
    await rename({ rename: id, name: "laptop" });
    expect(await stage.recorded()).toEqual([
      { action: "session renamed", outcome: "ok", details: [{ name: id, old: "", new: "laptop" }] },
    ]);
  });

  it("is not renamed without its id or its new name", async () => {
    for (const half of [{ rename: sessionId(own()) }, { name: "laptop" }])
      expect((await rename(half)).error).toEqual({
        code: -32602,
        message: "Invalid parameters: rename and name want each other: the id of a session, and its new name",
      });
    expect([own().name, await stage.recorded()]).toEqual(["", []]);
  });

  it("that there is not cannot be renamed", async () => {
    expect((await rename({ rename: "nobody", name: "laptop" })).error).toMatchObject({
      message: "Invalid parameters: rename is the id of no session that there is",
      data: { key: "rename", code: "session.gone" },
    });
    expect(await stage.recorded()).toMatchObject([{ action: "session renamed", outcome: "invalidParams" }]);
  });
});

describe("the token of a program", () => {
  it("that there is not cannot be revoked, and that is on record", async () => {
    await stage.auth.tokens.issueForProgram(programToken("read"), ALWAYS);
    expect((await stage.call("pilothouse.tokens", { revoke: "none" })).error).toMatchObject({
      code: -32602,
      message: "Invalid parameters: revoke names no token that there is",
      data: { key: "revoke", code: "token.gone" },
    });
    expect(await stage.recorded()).toEqual([
      { action: "token revoked", outcome: "invalidParams", details: [] },
    ]);
    expect(stage.auth.tokens.programs()).toHaveLength(1);
  });

  it("that the operator makes works at once, and belongs to nobody", async () => {
    const params = { name: "backups", scope: "read" };
    const { result } = await stage.call("pilothouse.createToken", params, {}, OPERATOR);
    expect((await stage.call("Echo", { Token: result?.["Token"], Echo: "x" })).error).toBeUndefined();
    expect(stage.auth.tokens.programs()).toMatchObject([{ factory: false, person: undefined }]);
  });

  it("belongs to the person who makes it", async () => {
    const ada = { person: "ada", scope: "all" } as const;
    const { token: Token } = await stage.auth.tokens.issue("192.0.2.1", false, () => true, { holder: ada });
    await stage.call("pilothouse.createToken", { Token, name: "backups", scope: "read" });
    expect(stage.auth.tokens.programs()).toMatchObject([{ factory: false, person: "ada" }]);
  });
});
