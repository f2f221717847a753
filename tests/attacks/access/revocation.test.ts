import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { callText, type Envelope, type Fields, PASSWORD } from "../../blackbox/wire.js";
import { random } from "../input/random.js";
import { LONG } from "../long.js";
import { openTarget, type Target } from "../target.js";

/**
 * A stolen token has sent many calls that wait for their turn when its session is revoked. Once the revocation is
 * answered, no such call may change anything.
 */

const ROUNDS = LONG ? 400 : 20;
const CALLS = 12;

/** What a thief sends, `n` times each round, each time something else. */
const THEFTS: { readonly [name: string]: (n: number) => { method: string; params: Fields } } = {
  "network settings": (n) => ({
    method: "NetworkSetting",
    params: { "svc.router.net.bw.in": String(1_000 + n) },
  }),
  "advanced settings": (n) => ({ method: "AdvancedSettings", params: { set: { stolen: String(n) } } }),
  "web applications": (n) => ({
    method: "pilothouse.webapps",
    params: { name: "jsonrpc", running: n % 2 === 0, autostart: n % 2 === 0 },
  }),
  "settings of the service": (n) => ({
    method: "pilothouse.settings",
    params: { set: { "notify.webhook": `http://127.0.0.1:9/${n}`, "budget.day": 1 + (n % 28) } },
  }),
  "tokens of its own": (n) => ({
    method: "pilothouse.createToken",
    params: { name: `stolen-${n}`, scope: "all" },
  }),
  actions: (n) => ({
    method: "RouterManager",
    params: n % 2 === 0 ? { Reseed: true } : { Update: true, Reseed: true },
  }),
};

describe("A session that is revoked while its calls wait changes nothing more", () => {
  let here: Target;
  let reseeds = 0;
  beforeEach(async () => {
    reseeds = 0;
    here = await openTarget();
    const reseed = here.simulator.reseed.bind(here.simulator);
    here.simulator.reseed = async (permit) => {
      await reseed(permit);
      reseeds++;
    };
  });

  const ask = async (method: string, params: Fields): Promise<Envelope> => {
    const { text, afterwards } = await here.answer(callText(method, params));
    afterwards();
    return JSON.parse(text) as Envelope;
  };
  const asOperator = (method: string, params: Fields = {}) => ask(method, { Token: here.token, ...params });
  const logIn = async (password: string) =>
    String((await ask("Authenticate", { API: 1, Password: password })).result?.["Token"]);

  /** A session of the thief's, and its id in the list of sessions. */
  async function steal(): Promise<{ Token: string; id: string }> {
    const Token = await logIn(PASSWORD);
    const { result } = await ask("pilothouse.sessions", { Token });
    const sessions = result?.["sessions"] as readonly { id: string; current: boolean }[];
    return { Token, id: sessions.find(({ current }) => current)?.id ?? "" };
  }

  async function state(): Promise<unknown> {
    const [settings, webapps, own, tokens] = await Promise.all([
      asOperator("AdvancedSettings", { getAll: "" }),
      asOperator("pilothouse.webapps"),
      asOperator("pilothouse.settings"),
      asOperator("pilothouse.tokens"),
    ]);
    return {
      ...{ settings: settings.result, webapps: webapps.result, own: own.result, tokens: tokens.result },
      reseeds,
    };
  }

  /** Lets the others run for a random while. */
  async function moment(chance: () => number): Promise<void> {
    for (let turns = Math.floor(chance() * 12); turns > 0; turns--) await setImmediate();
  }

  it.each(Object.keys(THEFTS))("%s", async (name) => {
    const chance = random(name.length);
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { Token, id } = await steal();
      const calls = Array.from({ length: CALLS }, (_, n) => {
        const { method, params } = THEFTS[name]?.(round * CALLS + n) ?? { method: "", params: {} };
        return ask(method, { Token, ...params });
      });
      await moment(chance);
      expect((await asOperator("pilothouse.sessions", { revoke: id })).error).toBeUndefined();
      const then = await state();
      const codes = (await Promise.all(calls)).map(({ error }) => error?.code);
      expect(await state()).toEqual(then);
      expect(new Set([undefined, -32003, ...codes])).toEqual(new Set([undefined, -32003]));
      refused += codes.filter((code) => code === -32003).length;
    }
    // Otherwise there was no race to win. These wait only for the store, which takes them at once.
    if (name !== "web applications" && name !== "tokens of its own") expect(refused).toBeGreaterThan(0);
  });

  it("the password", async () => {
    const chance = random(1);
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { Token, id } = await steal();
      const stolen = `${PASSWORD} of a thief`;
      const calls = Array.from({ length: 4 }, () =>
        ask("ServiceControl", { Token, "svccontrol.password": stolen }),
      );
      await moment(chance);
      const { error } = await asOperator("pilothouse.sessions", { revoke: id });
      const codes = (await Promise.all(calls)).map((reply) => reply.error?.code);
      if (error === undefined) {
        expect(codes).toEqual(calls.map(() => -32003));
        expect((await asOperator("Echo", { Echo: "still there" })).error).toBeUndefined();
        refused++;
        continue;
      }
      // The thief came first, while the session was open: one change was made, and ended it.
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
      await ask("ServiceControl", { Token: await logIn(stolen), "svccontrol.password": PASSWORD });
      here.token = await logIn(PASSWORD);
    }
    expect(refused).toBeGreaterThan(0);
  });

  it("not even by a batch that was begun before, and its action that waits for the answer to leave", async () => {
    const { Token, id } = await steal();
    const batch = `[${callText("RouterManager", { Token, Shutdown: true })},${callText("Echo", { Token, Echo: "x" })}]`;
    const { afterwards } = await here.answer(batch);
    await asOperator("pilothouse.sessions", { revoke: id });
    afterwards();
    await setImmediate();
    expect((await asOperator("pilothouse.status")).result?.["phase"]).not.toMatch(/stop/);
    expect(here.log.join()).toContain("was revoked before its answer left");
  });

  it("but what its own batch asked for before it logged out is done", async () => {
    const { Token } = await steal();
    const batch = `[${callText("RouterManager", { Token, Shutdown: true })},${callText("pilothouse.logout", { Token })}]`;
    (await here.answer(batch)).afterwards();
    await expect
      .poll(async () => {
        here.clock.advance(1_000);
        return (await asOperator("pilothouse.status")).result?.["phase"];
      })
      .not.toBe("running");
  });
});
