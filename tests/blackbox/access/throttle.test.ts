import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, logIn, PASSWORD, type Sending, send } from "../wire.js";

const MINUTE = 60_000;

/** Codes of as many wrong guesses, made at once. */
async function guess(
  here: Here,
  times: number,
  sending: (n: number) => Sending = () => ({}),
  word = "guess",
): Promise<unknown[]> {
  const guesses = Array.from({ length: times }, (_, n) => logIn(here.https, `${word} ${n}`, sending(n)));
  return (await Promise.all(guesses)).map(({ code }) => code);
}
const WRONG = -32001;
const REFUSED = -32000;
const times = (count: number, code: number) => Array.from({ length: count }, () => code);
const forwarded = (address: string) => ({ headers: { "X-Forwarded-For": address } });
const STRANGER = forwarded("198.51.100.1");

describe("After ten failed logins from one address", () => {
  /** A proxy of ours names the address. */
  const startBehind = () => startHere({ settings: { "http.trust_proxy": "127.0.0.1" } });

  it("the next is refused with 429, -32000, id null and Retry-After, also with the right password", async () => {
    const here = await startBehind();
    expect(await guess(here, 10, () => STRANGER)).toEqual(times(10, WRONG));
    for (const password of ["another guess", PASSWORD]) {
      const { status, headers, json } = await logIn(here.https, password, { id: '"mine"', ...STRANGER });
      expect(status).toBe(429);
      expect(headers["retry-after"]).toBe("60");
      expect(headers["content-type"]).toBe("application/json");
      expect(json).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: REFUSED } });
    }
    // Tokens still work, and others may log in, which does not help the locked address.
    expect((await here.call("Echo", { Echo: "x" })).code).toBeUndefined();
    expect((await logIn(here.https, PASSWORD, forwarded("198.51.100.2"))).code).toBeUndefined();
    expect((await logIn(here.https, PASSWORD, STRANGER)).status).toBe(429);
  });

  it("the wait doubles up to 15 minutes, until a success clears everything", async () => {
    const here = await startBehind();
    let round = 0;
    const lockOut = async () => {
      round++;
      for (let n = 0; n < 10; n++)
        expect((await logIn(here.https, `guess ${round}.${n}`, STRANGER)).code).toBe(WRONG);
      const { headers } = await logIn(here.https, PASSWORD, STRANGER);
      const seconds = Number(headers["retry-after"]);
      here.clock.advance(seconds * 1_000 - 1);
      expect((await logIn(here.https, PASSWORD, STRANGER)).status).toBe(429);
      here.clock.advance(1);
      return seconds;
    };
    for (const seconds of [60, 120, 240, 480, 900]) expect(await lockOut()).toBe(seconds);
    expect((await logIn(here.https, PASSWORD, STRANGER)).code).toBeUndefined();
    expect(await lockOut()).toBe(60);
  });

  it("the same wrong password again is no new guess: a forgotten program does not lock the address", async () => {
    const here = await startBehind();
    for (let n = 0; n < 30; n++)
      expect((await logIn(here.https, "the old password", STRANGER)).code).toBe(WRONG);
    expect((await logIn(here.https, PASSWORD, STRANGER)).code).toBeUndefined();
    await here.call("ServiceControl", { "svccontrol.password": "the old password" });
    expect((await logIn(here.https, "the old password", STRANGER)).code).toBeUndefined();
  });
});

describe("Loopback, where everybody comes from who uses a tunnel,", () => {
  it("is slowed down, as one address, and never shut out", async () => {
    const here = await startHere();
    const from = (n: number) => ({ from: `127.0.${n}.1` });
    const codes = await guess(here, 40, from);
    expect(codes.filter((code) => code === WRONG)).toHaveLength(10);
    expect(codes.filter((code) => code === REFUSED)).toHaveLength(30);
    const { status, headers } = await logIn(here.https, PASSWORD);
    expect([status, headers["retry-after"]]).toEqual([429, "40"]);
    // However often it was tried meanwhile.
    for (let n = 0; n < 30; n++) await logIn(here.https, `more ${n}`);
    here.clock.advance(40_000);
    expect((await logIn(here.https, PASSWORD)).code).toBeUndefined();
  });
});

describe("What counts as a failure", () => {
  it("ten within a minute, not over a longer time or with a success between", async () => {
    const here = await startHere({ settings: { "http.trust_proxy": "127.0.0.1" } });
    await guess(here, 9, () => STRANGER);
    here.clock.advance(MINUTE);
    const again = (n: number) => ({ ...STRANGER, id: String(n) });
    expect(await guess(here, 9, again, "second")).toEqual(times(9, WRONG));
    expect((await logIn(here.https, PASSWORD, STRANGER)).code).toBeUndefined();
    expect(await guess(here, 9, again, "third")).toEqual(times(9, WRONG));
    expect((await logIn(here.https, PASSWORD, STRANGER)).code).toBeUndefined();
  });

  it("never a correct login: fifteen in one burst, again and again", async () => {
    const here = await startHere();
    for (let burst = 0; burst < 2; burst++) {
      const replies = await Promise.all(Array.from({ length: 15 }, () => logIn(here.https, PASSWORD)));
      expect(replies.map(({ status, code }) => [status, code])).toEqual(replies.map(() => [200, undefined]));
    }
  });

  it("nor a call that did not get as far as a password", async () => {
    const here = await startHere();
    for (let n = 0; n < 15; n++) {
      await send(here.https, callText("Authenticate", { API: 2, Password: "x" }));
      await send(here.https, callText("Authenticate", { API: 1 }));
      await here.call("Echo", { Token: "wrong" });
    }
    expect((await logIn(here.https, PASSWORD)).code).toBeUndefined();
  });

  it("guesses sent all at once are no way round", async () => {
    const here = await startHere();
    const codes = await guess(here, 40, () => ({ close: true }));
    expect(codes.filter((code) => code === WRONG).length).toBeLessThanOrEqual(11);
    expect(codes.filter((code) => code === REFUSED).length).toBeGreaterThanOrEqual(29);
  });

  it("guesses in one batch are no way round", async () => {
    const here = await startHere();
    const calls = Array.from({ length: 20 }, (_, n) =>
      callText("Authenticate", { API: 1, Password: `guess ${n}` }, String(n)),
    );
    const { batch } = await send(here.https, `[${calls.join(",")}]`);
    expect(batch.map(({ error }) => error?.code)).toEqual([...times(10, WRONG), ...times(10, REFUSED)]);
    // There is no Retry-After for one of many.
    expect(batch.at(-1)?.error?.data).toMatchObject({ values: { seconds: expect.any(Number) } });
    expect((await logIn(here.https, PASSWORD)).status).toBe(429);
  });

  it("the other endpoint, another path and another connection are no way round", async () => {
    const here = await startHere({ settings: { "http.jsonrpc": "true" } });
    await guess(here, 4, () => ({ close: true }));
    await guess(here, 3, () => ({ path: "/jsonrpc" }), "other");
    for (let n = 0; n < 3; n++)
      expect((await logIn(here.http, `third ${n}`, { path: "/jsonrpc/" })).code).toBe(WRONG);
    expect((await logIn(here.https, PASSWORD)).status).toBe(429);
    expect((await logIn(here.http, PASSWORD, { path: "/jsonrpc/" })).status).toBe(429);
  });

  it("a forged X-Forwarded-For does not get around it", async () => {
    const here = await startHere();
    expect(await guess(here, 10, (n) => forwarded(`198.51.100.${n}`))).toEqual(times(10, WRONG));
    expect((await logIn(here.https, PASSWORD, forwarded("198.51.100.99"))).status).toBe(429);
  });
});

describe("Behind a trusted proxy", () => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere({ settings: { "http.trust_proxy": "127.0.0.1" } });
  });

  it("each client counts for itself", async () => {
    await guess(here, 10, () => forwarded("198.51.100.1"));
    expect((await logIn(here.https, PASSWORD, forwarded("198.51.100.1"))).status).toBe(429);
    expect((await logIn(here.https, PASSWORD, forwarded("198.51.100.2"))).code).toBeUndefined();
  });

  it("what the client itself put into the header does not count", async () => {
    await guess(here, 10, (n) => forwarded(`203.0.113.${n}, 198.51.100.3`));
    expect((await logIn(here.https, PASSWORD, forwarded("203.0.113.99, 198.51.100.3"))).status).toBe(429);
  });

  it("IPv6 counts by /64", async () => {
    await guess(here, 10, (n) => forwarded(`2001:db8:1:2::${n}`));
    expect((await logIn(here.https, PASSWORD, forwarded("2001:db8:1:2:ffff::1"))).status).toBe(429);
    expect((await logIn(here.https, PASSWORD, forwarded("2001:db8:1:3::1"))).code).toBeUndefined();
  });

  it("a header from elsewhere is still not believed", async () => {
    await guess(here, 10, (n) => ({ ...forwarded(`198.51.100.${n}`), from: "127.0.0.3" }));
    expect(
      (await logIn(here.https, PASSWORD, { ...forwarded("198.51.100.99"), from: "127.0.0.3" })).status,
    ).toBe(429);
  });
});
