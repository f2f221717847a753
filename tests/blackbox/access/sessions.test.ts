import { describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, FACTORY, type Fields, PASSWORD, rpc, tokenFor } from "../wire.js";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0";

const login = async (here: Here, agent: string) => {
  const params = { API: 1, Password: PASSWORD };
  const { result } = await rpc(here.https, "Authenticate", params, { headers: { "User-Agent": agent } });
  return String(result["Token"]);
};
const list = async (here: Here, params: Fields = {}): Promise<readonly Fields[]> =>
  (await here.call("pilothouse.sessions", params)).result["sessions"] as Fields[];
const own = async (here: Here) => (await list(here)).find(({ current }) => current);
const codeOf = async (here: Here, Token: string) => (await here.call("Echo", { Token, Echo: "x" })).code;

describe("A session", () => {
  it("is named for the browser or program that logged in, and listed with its times and address", async () => {
    const here = await startHere();
    here.clock.advance(1_000);
    await login(here, FIREFOX);
    here.clock.advance(1_000);
    const Token = await login(here, "curl/8.5.0");
    here.clock.advance(1_000);
    await codeOf(here, Token);
    const now = here.clock.now();
    const common = { id: expect.any(String), address: "127.0.0.1", current: false, device: false };
    expect((await list(here)).slice(1)).toEqual([
      {
        ...common,
        name: "Firefox, Linux",
        issued: now - 2_000,
        used: now - 2_000,
        expires: now + 86_398_000,
      },
      { ...common, name: "curl/8.5.0", issued: now - 1_000, used: now, expires: now + 86_399_000 },
    ]);
  });

  it("keeps its name and its last use over a restart", async () => {
    const here = await startHere();
    here.clock.advance(1_000);
    const Token = await login(here, FIREFOX);
    here.clock.advance(7_000);
    await codeOf(here, Token);
    const used = here.clock.now();
    here.clock.advance(7_000);
    await here.restart();
    expect((await list(here)).at(-1)).toMatchObject({ name: "Firefox, Linux", used });
  });

  it("can be given another name, of characters that can be seen", async () => {
    const here = await startHere();
    const id = String((await own(here))?.["id"]);
    for (const name of ["", " ", "x".repeat(65), "a\nb", "a\u202eb", "\ud800", 5])
      expect((await here.call("pilothouse.sessions", { rename: id, name })).code).toBe(-32602);
    for (const half of [{ rename: id }, { name: "x" }, { rename: "nobody", name: "x" }])
      expect((await here.call("pilothouse.sessions", half)).code).toBe(-32602);
    expect(await own(here)).toMatchObject({ name: "" });
    await list(here, { rename: id, name: "Das Notebook im Büro" });
    await here.restart();
    expect(await own(here)).toMatchObject({ id, name: "Das Notebook im Büro" });
    const { result } = await here.call("pilothouse.audit", { limit: 1 });
    expect(result["entries"]).toMatchObject([
      { action: "session renamed", details: [{ name: id, old: "", new: "Das Notebook im Büro" }] },
    ]);
  });

  it("can end all others at once, and leaves itself and the tokens of programs", async () => {
    const here = await startHere();
    const others = [await login(here, FIREFOX), await login(here, "curl/8.5.0")];
    const { result } = await here.call("pilothouse.createToken", { name: "grafana", scope: "read" });
    const program = String(result["Token"]);
    expect(await list(here, { revokeOthers: true })).toHaveLength(1);
    const codes = [...others, here.token, program].map((Token) => codeOf(here, Token));
    expect(await Promise.all(codes)).toEqual([-32003, -32003, undefined, undefined]);
    await here.restart();
    expect(await codeOf(here, others[0] ?? "")).toBe(-32003);
    // The second time there is nothing to end, and so nothing to record.
    await list(here, { revokeOthers: true });
    const { entries } = (await here.call("pilothouse.audit", { limit: 2 })).result as { entries: Fields[] };
    expect(entries.map(({ action }) => action)).toEqual(["other sessions revoked", "token created"]);
    expect(entries[0]?.["details"]).toHaveLength(2);
  });

  it("is named in the audit", async () => {
    const here = await startHere();
    const Token = await login(here, FIREFOX);
    await here.call("NetworkSetting", { Token, "svc.router.net.bw.in": "77" });
    const { result } = await here.call("pilothouse.audit", { limit: 2 });
    expect(result["entries"]).toMatchObject([
      { action: "NetworkSetting", name: "Firefox, Linux" },
      { action: "login", name: "Firefox, Linux" },
    ]);
  });
});

describe("A page that is closed or reloaded", () => {
  const leave = (here: Here, Token: string, after: unknown = 30) =>
    here.call("pilothouse.logout", { Token, after });

  it("ends its session some seconds later, for good", async () => {
    const here = await startHere();
    const Token = await login(here, FIREFOX);
    expect((await leave(here, Token)).result).toEqual({ Revoked: false });
    here.clock.advance(29_999);
    expect(await list(here)).toHaveLength(2);
    here.clock.advance(1);
    expect(await list(here)).toHaveLength(1);
    expect(await codeOf(here, Token)).toBe(-32003);
    await here.restart();
    expect(await codeOf(here, Token)).toBe(-32003);
  });

  it("keeps its session when it comes back before", async () => {
    const here = await startHere();
    const Token = await login(here, FIREFOX);
    await leave(here, Token);
    here.clock.advance(29_999);
    expect(await codeOf(here, Token)).toBeUndefined();
    here.clock.advance(60_000);
    expect(await codeOf(here, Token)).toBeUndefined();
  });

  it("does not keep it by calls that were under way when it went", async () => {
    const here = await startHere();
    const Token = await login(here, FIREFOX);
    await leave(here, Token);
    for (const ms of [0, 4_999]) {
      here.clock.advance(ms);
      expect(await codeOf(here, Token)).toBeUndefined();
    }
    here.clock.advance(25_001);
    expect(await codeOf(here, Token)).toBe(-32003);
  });

  it("leaves nothing behind when the service ends meanwhile", async () => {
    const here = await startHere();
    const Token = await login(here, FIREFOX);
    await leave(here, Token);
    await here.restart();
    expect(await list(here)).toHaveLength(1);
    expect(await codeOf(here, Token)).toBe(-32003);
  });

  it("wants a time that is neither too short nor too long", async () => {
    const here = await startHere();
    for (const after of [0, 9, 601, 1.5, "30", null])
      expect((await leave(here, here.token, after)).code).toBe(-32602);
    expect(await codeOf(here, here.token)).toBeUndefined();
  });
});

describe("pilothouse.setup", () => {
  const asks = async (here: Here, address: string) => {
    const reply = await here.service.answer(callText("pilothouse.setup", {}), { address });
    return (JSON.parse(reply.text) as { result: { choosePassword: boolean } }).result.choosePassword;
  };

  it("says to those on this machine alone that a password must be chosen, until one is", async () => {
    const here = await startHere({ fresh: true });
    for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
      expect(await asks(here, address)).toBe(true);
    for (const address of ["192.0.2.1", "2001:db8::1", "unknown"])
      expect(await asks(here, address)).toBe(false);
    const Token = await tokenFor(here.https, FACTORY);
    await rpc(here.https, "ServiceControl", { Token, "svccontrol.password": PASSWORD });
    expect(await asks(here, "127.0.0.1")).toBe(false);
  });

  it("does not ask for that where the factory password is allowed", async () => {
    const here = await startHere({ fresh: true, settings: { "auth.allow_factory_password": "true" } });
    expect(await asks(here, "127.0.0.1")).toBe(false);
  });
});
