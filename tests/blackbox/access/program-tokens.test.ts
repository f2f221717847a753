import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { FACTORY, type Fields, logIn, PASSWORD, rpc, send, tokenFor } from "../wire.js";

const DAY = 86_400_000;

let here: Here;
beforeAll(async () => {
  here = await startHere({ settings: { "metrics.enabled": "true" } });
});

let made = 0;
const create = async (params: Fields = {}) => {
  const name = `program-${++made}`;
  const { result } = await here.call("pilothouse.createToken", { name, scope: "read", ...params });
  return { name, Token: String(result["Token"]), expires: Number(result["expires"]) };
};
const list = async (): Promise<readonly Fields[]> =>
  (await here.call("pilothouse.tokens")).result["tokens"] as Fields[];
const listed = async (name: string) => (await list()).find((token) => token["name"] === name);
const codeOf = async (Token: string) => (await here.call("Echo", { Token, Echo: "x" })).code;
const metrics = async (token: string) => {
  const headers = { Authorization: `Bearer ${token}` };
  return (await send(here.https, "", { path: "/metrics", method: "GET", headers })).status;
};

describe("A token for a program", () => {
  it("is shown once, stored as a hash, and works wherever a session's does", async () => {
    const { name, Token } = await create();
    expect(Token).toMatch(/^[\w-]{43}$/);
    expect(await codeOf(Token)).toBeUndefined();
    const beside = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "Echo", params: { Echo: "x" }, Token });
    expect((await send(here.https, beside)).result).toEqual({ Result: "x" });
    expect(await metrics(Token)).toBe(200);
    const { body } = await here.call("pilothouse.tokens");
    expect(body).toContain(name);
    expect(body).not.toContain(Token);
    expect(readFileSync(join(here.dataDir, "pilothouse.db"), "latin1")).not.toContain(Token);
    expect(here.log.join("\n")).not.toContain(Token);
  });

  it("is listed with its scope, its times and its last use, also after a restart", async () => {
    const { name, Token, expires } = await create({ scope: "operate", lifetime: 30 * DAY });
    const issued = here.clock.now();
    expect(await listed(name)).toEqual({
      name,
      id: expect.stringMatching(/^\w{12}$/),
      scope: "operate",
      issued,
      used: null,
      expires: issued + 30 * DAY,
    });
    expect(expires).toBe(issued + 30 * DAY);
    here.clock.advance(5_000);
    await codeOf(Token);
    expect(await listed(name)).toMatchObject({ used: issued + 5_000 });
    here.clock.advance(5_000);
    await here.restart();
    expect(await listed(name)).toMatchObject({ used: issued + 5_000, scope: "operate" });
    expect((await here.call("pilothouse.status", { Token })).code).toBeUndefined();
    expect((await here.call("NetworkSetting", { Token, "svc.router.net.bw.in": "5" })).code).toBe(-32008);
  });

  it("lives 90 days by default, and is reported as expired once", async () => {
    const fresh = await startHere();
    const { result } = await fresh.call("pilothouse.createToken", { name: "old", scope: "all" });
    const Token = String(result["Token"]);
    fresh.clock.advance(90 * DAY - 1);
    expect((await fresh.call("Echo", { Token, Echo: "x" })).code).toBeUndefined();
    fresh.clock.advance(1);
    for (const code of [-32004, -32003])
      expect((await fresh.call("Echo", { Token, Echo: "x" })).code).toBe(code);
    // Its name is free again.
    fresh.token = await tokenFor(fresh.https, PASSWORD);
    expect((await fresh.call("pilothouse.tokens")).result["tokens"]).toEqual([]);
    expect((await fresh.call("pilothouse.createToken", { name: "old", scope: "all" })).code).toBeUndefined();
  });

  it("is revoked by its name, and no other with it", async () => {
    const [one, other] = [await create(), await create()];
    const { result } = await here.call("pilothouse.tokens", { revoke: one.name });
    expect((result["tokens"] as Fields[]).map(({ name }) => name)).not.toContain(one.name);
    expect([await codeOf(one.Token), await metrics(one.Token)]).toEqual([-32003, 401]);
    expect([await codeOf(other.Token), await metrics(other.Token)]).toEqual([undefined, 200]);
    await here.restart();
    expect([await codeOf(one.Token), await codeOf(other.Token)]).toEqual([-32003, undefined]);
  });

  it("has a name of its own, of those that there are", async () => {
    const { name } = await create();
    const { code, message } = await here.call("pilothouse.createToken", { name, scope: "all" });
    expect(code).toBe(-32602);
    expect(message).toContain("name is in use; revoke the token of that name first");
    expect(await listed(name)).toMatchObject({ scope: "read" });
    const both = await Promise.all([create({ name: "twin" }), create({ name: "twin" })]);
    expect(both.filter(({ Token }) => Token !== "undefined")).toHaveLength(1);
  });

  it.each([
    [{ scope: "read" }, "name"],
    [{ name: "x" }, "scope"],
    [{ name: "", scope: "read" }, "name"],
    [{ name: "two words", scope: "read" }, "name"],
    [{ name: "-x", scope: "read" }, "name"],
    [{ name: "x".repeat(65), scope: "read" }, "name"],
    [{ name: "x", scope: "write" }, "scope"],
    [{ name: "x", scope: "READ" }, "scope"],
    [{ name: "x", scope: "read", lifetime: 0 }, "lifetime"],
    [{ name: "x", scope: "read", lifetime: 3_651 * DAY }, "lifetime"],
    [{ name: "x", scope: "read", lifetime: "90d" }, "lifetime"],
    [{ name: "x", scope: "read", expires: 1 }, "expires"],
  ])("is not made of %j", async (params, key) => {
    const before = await list();
    const { code, message } = await here.call("pilothouse.createToken", params);
    expect(code).toBe(-32602);
    expect(message).toContain(key);
    expect(await list()).toEqual(before);
  });

  it("is named in the audit when it is made, when it acts and when it is revoked", async () => {
    const { name, Token } = await create({ scope: "settings" });
    const share = String(10 + (made % 80));
    await here.call("NetworkSetting", { Token, "svc.router.net.bw.share": share });
    await here.call("pilothouse.tokens", { revoke: name });
    const { result } = await here.call("pilothouse.audit", { limit: 3 });
    expect(result["entries"]).toMatchObject([
      { action: "token revoked", details: [{ name, old: "settings", new: null }] },
      { action: "NetworkSetting", name, session: expect.stringMatching(/^\w{12}$/) },
      { action: "token created", details: [{ name, old: null, new: "settings" }] },
    ]);
  });

  it("cannot be created with the factory password", async () => {
    const fresh = await startHere({ fresh: true });
    const Token = await tokenFor(fresh.https, FACTORY);
    const params = { Token, name: "x", scope: "read" };
    expect((await rpc(fresh.https, "pilothouse.createToken", params)).code).toBe(-32007);
  });
});

describe("A change of the password", () => {
  const NEXT = "another long password";

  it("by the common interface ends the tokens of programs, too", async () => {
    const { Token } = await create();
    await here.call("ServiceControl", { "svccontrol.password": PASSWORD });
    here.token = await tokenFor(here.https, PASSWORD);
    expect([await codeOf(Token), await metrics(Token)]).toEqual([-32003, 401]);
    expect(await list()).toEqual([]);
  });

  it.each([
    [{}, -32003],
    [{ keepTokens: false }, -32003],
    [{ keepTokens: true }, undefined],
  ])("with %j ends sessions, and tokens of programs unless they are kept", async (params, code) => {
    const { Token } = await create();
    const session = await tokenFor(here.https, PASSWORD);
    const { result } = await here.call("pilothouse.password", {
      password: NEXT,
      current: PASSWORD,
      ...params,
    });
    expect(result).toEqual({ Changed: true });
    expect([await codeOf(session), await codeOf(here.token), await codeOf(Token)]).toEqual([
      -32003,
      -32003,
      code,
    ]);
    await here.restart();
    expect(await codeOf(Token)).toBe(code);
    here.token = await tokenFor(here.https, NEXT);
    await here.call("ServiceControl", { "svccontrol.password": PASSWORD });
    here.token = await tokenFor(here.https, PASSWORD);
  });

  it("wants the current one right where it is given, and makes no session for it", async () => {
    const { Token } = await create();
    const before = (await here.call("pilothouse.sessions")).result["sessions"];
    for (const [current, password, code] of [
      ["not it", NEXT, -32001],
      [PASSWORD, "password123", -32602],
      [PASSWORD, FACTORY, -32602],
    ])
      expect((await here.call("pilothouse.password", { current, password })).code).toBe(code);
    expect((await here.call("pilothouse.sessions")).result["sessions"]).toEqual(before);
    expect([await codeOf(here.token), await codeOf(Token)]).toEqual([undefined, undefined]);
    expect((await logIn(here.https, PASSWORD)).code).toBeUndefined();
  });
});
