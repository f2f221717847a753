import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { FACTORY, logIn, PASSWORD, rpc, tokenFor } from "../wire.js";

const HOUR = 3_600_000;
const METHODS = [
  "RouterInfo",
  "GetRate",
  "RouterManager",
  "NetworkSetting",
  "AdvancedSettings",
  "Echo",
  "ServiceControl",
  "I2PControl",
  "rpc.discover",
  "pilothouse.logout",
  "pilothouse.webapps",
];
/** Parameters that would change something if the method let the caller in. */
const HARM = {
  Echo: "x",
  Shutdown: true,
  "svc.router.net.bw.in": "1",
  setAll: {},
  "svccontrol.password": "taken over",
  "i2pcontrol.password": "taken over",
  name: "jsonrpc",
  running: true,
};

describe("Without a good token", () => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere();
    here.clock.advance(60_000);
  });

  const BAD: readonly (readonly [string, unknown, number])[] = [
    ["none", undefined, -32002],
    ["null", null, -32002],
    ["the empty string", "", -32003],
    ["a wrong one", "A".repeat(43), -32003],
    ["the clock in seconds, as a string", String(Date.UTC(2026, 5, 1, 12) / 1_000), -32003],
    ["the clock in milliseconds, as a string", String(Date.UTC(2026, 5, 1, 12)), -32003],
    ["the clock, as a number", Date.UTC(2026, 5, 1, 12) / 1_000, -32003],
    ["0", 0, -32003],
    ["1", 1, -32003],
    ["true", true, -32003],
    ["a list", [], -32003],
    ["an object", {}, -32003],
    ["the password", PASSWORD, -32003],
  ];

  it.each(
    METHODS.flatMap((method) => BAD.map(([what, token, code]) => [method, what, token, code] as const)),
  )("%s with %s does nothing", async (method, _what, Token, code) => {
    const params = Token === undefined ? HARM : { ...HARM, Token };
    const reply = await rpc(here.https, method, params);
    expect([reply.status, reply.code]).toEqual([200, code]);
  });

  it("a token counts only under its exact name and to the letter", async () => {
    for (const params of [{ token: here.token }, { TOKEN: here.token }])
      expect((await rpc(here.https, "Echo", { ...params, Echo: "x" })).code).toBe(-32002);
    const flipped = here.token.replace(/[a-z]/, (letter) => letter.toUpperCase());
    for (const Token of [` ${here.token}`, `${here.token}=`, flipped, here.token.slice(0, -1), [here.token]])
      expect((await rpc(here.https, "Echo", { Token, Echo: "x" })).code).toBe(-32003);
  });

  it("nor does the token count in a header or in the query", async () => {
    const sending = { headers: { Authorization: `Bearer ${here.token}`, Cookie: `Token=${here.token}` } };
    expect((await rpc(here.https, "Echo", { Echo: "x" }, sending)).code).toBe(-32002);
    expect((await rpc(here.https, "Echo", { Echo: "x" }, { path: `/?Token=${here.token}` })).code).toBe(
      -32002,
    );
  });

  // All that has changed nothing.
  afterAll(async () => {
    expect(await here.info("svc.router.uptime")).toBe(60_000);
    expect(Object.keys(await here.settings()).length).toBeGreaterThan(0);
    expect((await logIn(here.https, PASSWORD)).code).toBeUndefined();
    const { result } = await here.call("pilothouse.webapps");
    expect(result).toMatchObject({ applications: [{ running: false }] });
  });
});

describe("A method that needs a token", () => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere();
  });

  it.each(METHODS)("%s with an expired one says so once, then treats it as unknown", async (method) => {
    const Token = await tokenFor(here.https, PASSWORD);
    here.clock.advance(24 * HOUR);
    expect((await rpc(here.https, method, { ...HARM, Token })).code).toBe(-32004);
    expect((await rpc(here.https, method, { ...HARM, Token })).code).toBe(-32003);
    expect((await logIn(here.https, PASSWORD)).code).toBeUndefined();
  });
});

describe("A token", () => {
  const works = async (here: Here, Token = here.token) =>
    (await here.call("Echo", { Token, Echo: "x" })).code ?? "works";

  it("lives 24 hours from its issue, however often it is used", async () => {
    const here = await startHere();
    for (let hour = 0; hour < 24; hour++) {
      expect(await works(here)).toBe("works");
      here.clock.advance(HOUR - (hour === 23 ? 1 : 0));
    }
    expect(await works(here)).toBe("works");
    here.clock.advance(1);
    expect(await works(here)).toBe(-32004);
    expect(await works(here)).toBe(-32003);
  });

  it("lives as long as auth.token_lifetime says", async () => {
    const here = await startHere({ settings: { "auth.token_lifetime": "90s" } });
    here.clock.advance(89_999);
    expect(await works(here)).toBe("works");
    here.clock.advance(1);
    expect(await works(here)).toBe(-32004);
  });

  it("survives a restart of the service, and so does the password", async () => {
    const here = await startHere();
    const revoked = await tokenFor(here.https, PASSWORD);
    await here.call("pilothouse.logout", { Token: revoked });
    await here.restart();
    expect(await works(here)).toBe("works");
    expect(await works(here, revoked)).toBe(-32003);
    expect((await logIn(here.https, PASSWORD)).code).toBeUndefined();
    expect((await logIn(here.https, FACTORY)).code).toBe(-32001);
  });

  it("that expired while the service was down is reported as expired", async () => {
    const here = await startHere();
    await here.stop();
    here.clock.advance(25 * HOUR);
    await here.start();
    expect(await works(here)).toBe(-32004);
    await here.restart();
    expect(await works(here)).toBe(-32003);
  });

  it("that a change of password revoked stays revoked over a restart", async () => {
    const here = await startHere();
    await here.call("ServiceControl", { "svccontrol.password": PASSWORD });
    await here.restart();
    expect(await works(here)).toBe(-32003);
  });

  it("asked for while the password changes is good only with the new one", async () => {
    const here = await startHere();
    const [, ...logins] = await Promise.all([
      here.call("ServiceControl", { "svccontrol.password": "the next one" }),
      ...Array.from({ length: 8 }, () => logIn(here.https, PASSWORD)),
    ]);
    for (const { result } of logins)
      if (result["Token"] !== undefined) expect(await works(here, String(result["Token"]))).toBe(-32003);
    expect((await logIn(here.https, "the next one")).code).toBeUndefined();
  });
});
