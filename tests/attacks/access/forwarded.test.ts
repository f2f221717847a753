import { beforeAll, describe, expect, it } from "vitest";
import { FACTORY, logIn, PASSWORD, rpc, send } from "../../blackbox/wire.js";
import { openTarget, type Target } from "../target.js";

/** Somebody far away, behind a proxy of the operator on this machine, who writes X-Forwarded-For as they like. */

const BEHIND_PROXY = { "http.trust_proxy": "127.0.0.1", "metrics.allow_loopback": "true" };

/** All of them mean this machine, or nobody. */
const CLAIMS: readonly (readonly [string, { readonly [name: string]: string | readonly string[] }])[] = [
  ...["127.0.0.1", "127.200.3.4", "127.0.0.1:80", "::1", "[::1]", "[::1]:443", "0:0:0:0:0:0:0:1"],
  ...["::ffff:127.0.0.1", "::ffff:7f00:1", "[::ffff:127.0.0.1]:1", "64:ff9b::127.0.0.1", "0.0.0.0", "::"],
  ...["localhost", "unix:", "unknown", "", ",", "0x7f.1", "2130706433", "127.1", "::1%lo"],
  ...["198.51.100.1, 127.0.0.1", "127.0.0.1, ::1", "127.0.0.1,"],
].map((value) => [`X-Forwarded-For: ${value}`, { "X-Forwarded-For": value }] as const);
const OTHER_CLAIMS = [
  ["X-Forwarded-For twice", { "X-Forwarded-For": ["198.51.100.1", "127.0.0.1"] }],
  ["Forwarded", { Forwarded: "for=127.0.0.1" }],
  ["Forwarded by IPv6", { Forwarded: 'for="[::1]";proto=https' }],
  ["X-Real-IP", { "X-Real-IP": "127.0.0.1" }],
  ["Via", { Via: "1.1 proxy" }],
] as const;
const ALL = [...CLAIMS, ...OTHER_CLAIMS];

describe("A forwarded address is never loopback", () => {
  let fresh: Target;
  beforeAll(async () => {
    fresh = await openTarget({ fresh: true, settings: BEHIND_PROXY });
  });

  it.each(ALL)("%s: no factory password, no first password, no metrics", async (_what, headers) => {
    for (const url of [fresh.http, fresh.https]) {
      const setup = await rpc(url, "pilothouse.setup", {}, { headers, path: "/jsonrpc/" });
      expect(setup.result).toMatchObject({ choosePassword: false });
      expect((await send(url, "", { path: "/metrics", method: "GET", headers })).status).toBe(401);
    }
  });

  it("so the factory password is wrong there, and still right on this machine afterwards", async () => {
    for (const [, headers] of ALL) {
      const { code, status } = await logIn(fresh.https, FACTORY, { headers });
      expect([code, status]).toEqual([-32001, 200]);
    }
    expect((await rpc(fresh.https, "pilothouse.setup", {})).result).toMatchObject({ choosePassword: true });
    expect((await logIn(fresh.https, FACTORY)).result).toHaveProperty("Token");
  });

  it("and a flood of guesses under it leaves the guesses of this machine alone", async () => {
    const target = await openTarget({ settings: BEHIND_PROXY });
    const far = (password: string, n: number) =>
      logIn(target.https, password, { headers: { "X-Forwarded-For": `127.0.0.${n}` } });
    for (let n = 1; n <= 10; n++) expect((await far(`wrong ${n}`, n)).code).toBe(-32001);
    expect((await far(PASSWORD, 11)).status).toBe(429);
    for (let n = 1; n <= 9; n++) expect((await logIn(target.https, `wrong ${n}`)).code).toBe(-32001);
    expect((await logIn(target.https, PASSWORD)).result).toHaveProperty("Token");
  });
});

describe("A proxy that the operator has not named", () => {
  it("gives nobody the rights of this machine if it says that it forwards", async () => {
    const target = await openTarget({ fresh: true });
    const headers = { "X-Forwarded-For": "198.51.100.1" };
    expect((await rpc(target.https, "pilothouse.setup", {}, { headers })).result).toMatchObject({
      choosePassword: false,
    });
    expect((await logIn(target.https, FACTORY, { headers })).code).toBe(-32001);
    expect((await logIn(target.https, FACTORY)).result).toHaveProperty("Token");
  });
});
