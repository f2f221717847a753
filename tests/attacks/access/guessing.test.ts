import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { startHere } from "../../blackbox/harness.js";
import { callText, Line, logIn, PASSWORD, send } from "../../blackbox/wire.js";
import { report } from "../figures.js";
import { times } from "../long.js";
import { openTarget, type Target } from "../target.js";

/** Ways round the limit on guesses: each address has one counter for all ways. */

/** Ten failures lock an address; two guesses are looked at at once, so one more may be under way. */
const ENOUGH = [10, 11];
let guesses = 0;
/** Each guess is another: the same one again would not count. */
const another = () => `guess ${guesses++}`;
const login = (password: string) => callText("Authenticate", { API: 1, Password: password });

/** Guesses `count` times in one way; returns how many guesses were checked. */
type Way = (target: Target, count: number) => Promise<number>;

const looked = (codes: readonly (number | undefined)[]) => codes.filter((code) => code === -32001).length;

const WAYS: readonly (readonly [string, Way])[] = [
  [
    // Tor 0.1.2.16 counted by connection, and allowed any number of attempts on one.
    "again and again on one connection",
    async (target, count) => {
      const line = await Line.open(target.https);
      for (let n = 0; n < count; n++) {
        const text = login(another());
        line.say(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
      }
      // The last is not a guess, so that its answer marks the end.
      line.say("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
      const heard = await line.hear(/-32600/);
      line.close();
      return heard.match(/-32001/g)?.length ?? 0;
    },
  ],
  [
    "each time on a new connection",
    async (target, count) => {
      const codes: (number | undefined)[] = [];
      for (let n = 0; n < count; n++)
        codes.push((await logIn(target.https, another(), { close: true })).code);
      return looked(codes);
    },
  ],
  [
    // CVE-2026-108162: each made-up address had a counter of its own.
    "under made-up addresses",
    async (target, count) => {
      const codes = Array.from({ length: count }, async (_, n) => {
        const headers = {
          "X-Forwarded-For": `198.51.100.${n}`,
          "X-Real-IP": `198.51.100.${n}`,
          Forwarded: `for=198.51.100.${n}`,
          "True-Client-IP": `198.51.100.${n}`,
          "CF-Connecting-IP": `198.51.100.${n}`,
        };
        return (await logIn(target.https, another(), { headers })).code;
      });
      return looked(await Promise.all(codes));
    },
  ],
  [
    // Vaultwarden CVE-2026-43914: another endpoint with the same check had no limit.
    "in one batch",
    async (target, count) => {
      const { batch } = await send(
        target.https,
        `[${Array.from({ length: count }, () => login(another())).join(",")}]`,
      );
      return looked(batch.map(({ error }) => error?.code));
    },
  ],
  [
    "through the console's endpoint",
    async (target, count) => {
      const headers = { Origin: new URL(target.http).origin };
      const sending = { path: "/console/rpc", headers };
      const codes = Array.from(
        { length: count },
        async () => (await logIn(target.http, another(), sending)).code,
      );
      return looked(await Promise.all(codes));
    },
  ],
  [
    "over plain HTTP",
    async (target, count) => {
      const sending = { path: "/jsonrpc/" };
      const codes = Array.from(
        { length: count },
        async () => (await logIn(target.http, another(), sending)).code,
      );
      return looked(await Promise.all(codes));
    },
  ],
];

describe("Of many guesses only the first ten are looked at", () => {
  it.each(WAYS)("%s", async (_way, guess) => {
    const target = await openTarget();
    expect(ENOUGH).toContain(await guess(target, 25));
    expect((await logIn(target.https, PASSWORD)).status).toBe(429);
  });

  it("all ways together", async () => {
    const target = await openTarget();
    let seen = 0;
    for (const [, guess] of WAYS) seen += await guess(target, 3);
    expect(ENOUGH).toContain(seen);
    expect((await logIn(target.https, PASSWORD)).status).toBe(429);
  });
});

describe("A password change is no way to guess the password", () => {
  it("since it asks for a token, and a locked address may still use those it has", async () => {
    const target = await openTarget();
    for (const [, guess] of WAYS.slice(3, 4)) await guess(target, 25);
    const params = { "svccontrol.password": PASSWORD, Password: PASSWORD };
    const stranger = await send(target.https, callText("ServiceControl", params));
    expect(stranger.code).toBe(-32002);
    expect((await target.call("Echo", { Echo: "x" })).result).toEqual({ Result: "x" });
  });
});

describe("Guessing from many addresses", () => {
  it("locks each of them and no other address, which can still log in", async () => {
    const target = await openTarget({ settings: { "http.trust_proxy": "127.0.0.1" } });
    const addresses = Array.from({ length: 12 }, (_, index) => `198.51.100.${index + 1}`);
    const guess = (from: string) =>
      logIn(target.http, another(), { path: "/jsonrpc/", headers: { "X-Forwarded-For": from } });
    const seen = addresses.map(async (from) => {
      const codes: (number | undefined)[] = [];
      for (let n = 0; n < 13; n++) codes.push((await guess(from)).code);
      return looked(codes);
    });
    const honest = await logIn(target.https, PASSWORD);
    expect(honest.result).toHaveProperty("Token");
    expect(await Promise.all(seen)).toEqual(addresses.map(() => 10));
    for (const from of addresses) expect((await guess(from)).status).toBe(429);
    expect((await logIn(target.https, PASSWORD)).result).toHaveProperty("Token");
  });
});

describe("Guessing tokens", () => {
  const AT_ONCE = 49;
  const GUESSES = times(2_000, 1_000_000);
  const guess = () => randomBytes(32).toString("base64url");

  it("finds none, leaves no trace that grows, and keeps no user from their own", {
    timeout: Math.max(300_000, GUESSES),
  }, async () => {
    const here = await startHere();
    // Without a socket: one that waited meanwhile would have been closed.
    const reply = async (method: string) =>
      JSON.parse((await here.answer(callText(method, { Token: here.token }))).text) as { result: unknown };
    const grown = async () => ({
      sessions: (await reply("pilothouse.sessions")).result,
      audit: (await reply("pilothouse.audit")).result,
      log: here.log.length,
    });
    const before = await grown();
    for (let guessed = 0; guessed < GUESSES; guessed += AT_ONCE) {
      const calls = Array.from({ length: AT_ONCE }, () => callText("Echo", { Token: guess(), Echo: "x" }));
      calls.push(callText("Echo", { Token: here.token, Echo: "mine" }));
      const answers = JSON.parse((await here.answer(`[${calls.join(",")}]`)).text) as {
        error?: { code: number };
      }[];
      expect(answers.pop()).toMatchObject({ result: { Result: "mine" } });
      expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set([-32003]));
    }
    expect(await grown()).toEqual(before);
    report("forged tokens", { tokens: GUESSES });
  });

  it("is no easier at the endpoint for metrics", async () => {
    const target = await openTarget();
    const figures = (token: string) =>
      send(target.https, "", {
        method: "GET",
        path: "/metrics",
        headers: { Authorization: `Bearer ${token}` },
      });
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async () => (await figures(guess())).status),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect((await figures(target.token)).status).toBe(200);
  });
});
