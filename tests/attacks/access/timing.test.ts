import { hash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../../blackbox/harness.js";
import { callText, PASSWORD } from "../../blackbox/wire.js";
import { LONG } from "../long.js";
import { compare, type Difference, isSignificant, type Work } from "./timing.js";

const SLOW = { timeout: 600_000 };

/** Compares two kinds of work, and compares again if they differ: a real difference shows again. */
async function difference(one: Work, other: Work, rounds: number): Promise<Difference> {
  const seen = await compare(one, other, rounds, 1);
  return isSignificant(seen) ? compare(one, other, rounds, 2) : seen;
}

/** Whether a leak is found out. The busier the machine, the larger it must be to be seen among all else. */
async function isFoundOut(compareWith: (factor: number) => Promise<Difference>): Promise<boolean> {
  for (const factor of [1, 4, 16]) if (isSignificant(await compareWith(factor))) return true;
  return false;
}

let here: Here;
let addresses = 0;
beforeAll(async () => {
  // With a hash that takes little, all else shows the better.
  here = await startHere();
});

/** Each from an address of its own, since the throttle would answer the eleventh by itself. */
async function refused(text: string, code: string): Promise<void> {
  const address = `10.${++addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const { text: answer } = await here.service.answer(text, { address });
  if (!answer.includes(code)) throw new Error(`this was to be refused with ${code}: ${answer}`);
}

/** How much of the beginning is right; as a comparison it must not be used, since it takes the longer for it. */
function begun(candidate: string, right: string): number {
  let length = 0;
  while (length < right.length && candidate[length] === right[length]) length++;
  return length;
}

describe("How long a wrong token takes does not show how wrong it is:", SLOW, () => {
  const ROUNDS = LONG ? 200_000 : 4_000;
  const fresh = () => randomBytes(32).toString("base64url");
  const digest = (token: string) => hash("sha256", token, "base64url");
  /** Each text is a new copy, as from a socket: where a text is in memory also affects the time. */
  const asking = (tokens: readonly string[], first = (_token: string) => {}): Work => {
    let turn = 0;
    return () => {
      const token = copyOf(tokens[turn++ % tokens.length] ?? "");
      const text = copyOf(callText("Echo", { Token: token, Echo: "x" }));
      return () => {
        first(token);
        return refused(text, "-32003");
      };
    };
  };
  const copyOf = (text: string) => Buffer.from(text).toString("latin1");
  const stock = (make: () => string) => Array.from({ length: 16 }, make);
  const close = () => {
    for (;;) {
      const last = fresh().at(-1) ?? "";
      if (last !== here.token.at(-1)) return here.token.slice(0, -1) + last;
    }
  };
  const neighbour = () => {
    for (;;) {
      const token = fresh();
      if (begun(digest(token), digest(here.token)) >= 2) return token;
    }
  };

  it.each([
    ["one that begins like a good one", close],
    ["one whose hash begins like that of a good one", neighbour],
    ["the hash itself, as the store holds it", () => digest(here.token)],
  ])("%s", async (_which, make) => {
    const [one, other] = [asking(stock(make)), asking(stock(fresh))];
    expect(await difference(one, other, ROUNDS)).not.toSatisfy(isSignificant);
  });

  it("and a comparison that did show it would be found", async () => {
    let seen = 0;
    // Often enough that a fast machine takes a good part of a microsecond for it.
    const leaking = (factor: number) => (token: string) => {
      for (let times = 0; times < 20 * factor; times++) seen += begun(token, here.token);
    };
    const found = await isFoundOut((factor) =>
      compare(asking(stock(close), leaking(factor)), asking(stock(fresh), leaking(factor)), ROUNDS, 1),
    );
    expect(found).toBe(true);
    expect(seen).toBeGreaterThan(0);
  });
});

describe("How long a wrong password takes does not show how wrong it is:", SLOW, () => {
  const ROUNDS = LONG ? 1_000 : 36;
  const guessing =
    (password: string, first = async (_password: string) => {}): Work =>
    () =>
    async () => {
      await first(password);
      await refused(callText("Authenticate", { API: 1, Password: password }), "-32001");
    };
  const other = "x".repeat(PASSWORD.length);
  const close = `${PASSWORD.slice(0, -1)}\u0001`;
  const long = 100_000;

  it.each([
    ["one that begins like the right one", close, other],
    ["one of another length", "x", other],
    ["an empty one", "", other],
    ["a very long one that begins with the right one", PASSWORD.padEnd(long, "x"), "x".repeat(long)],
  ])("%s", async (_which, one, than) => {
    expect(await difference(guessing(one), guessing(than), ROUNDS)).not.toSatisfy(isSignificant);
  });

  it("and a comparison that did show it would be found", async () => {
    const leaking = (factor: number) => async (password: string) =>
      sleep(5 * factor * begun(password, PASSWORD));
    const found = await isFoundOut((factor) =>
      compare(guessing(close, leaking(factor)), guessing(other, leaking(factor)), ROUNDS, 1),
    );
    expect(found).toBe(true);
  });
});
