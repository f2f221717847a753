import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MIGRATIONS } from "../../packages/server/src/store/opening/migrations.js";
import { report } from "../attacks/figures.js";
import { LONG } from "../attacks/long.js";
import { compiler, makeShim, NO_COMPILER, shimmed } from "./shimmed.js";

/**
 * Every call by which SQLite changes the store's files is numbered, and fails once, or several do in a row, or the
 * power is cut there: see shim.c, and worker.mjs for what is judged.
 */

interface Plan {
  readonly name: string;
  readonly modes: readonly string[];
  /** How many calls fail in a row; 0 is all from then on. */
  readonly widths: readonly number[];
  /** How many power cuts are tried at each call. */
  readonly cuts: number;
  /** With 30, only every 30th point. */
  readonly every: number;
  readonly careless?: boolean;
}
interface Outcome {
  readonly calls: number;
  readonly points: number;
  readonly cuts: number;
  readonly right: number;
  readonly damaged: number;
  readonly unnoticed: number;
  readonly wrong: readonly unknown[];
}

const tried = (plan: Plan): Promise<Outcome> => shimmed("worker.mjs", { seed: 1, ...plan });

const CASES = ["changes", "first start", "recovery", "setting aside"].concat(
  MIGRATIONS.slice(1).map((_, n) => `migration from ${n + 1}`),
);
const FAILING = { modes: ["eio", "enospc", "short", "drop"], widths: [1, 2, 5, 0] };
const TIMEOUT = LONG ? 3_600_000 : 300_000;

describe("A store whose disk fails at any of its calls", () => {
  const totals = { calls: 0, points: 0, cuts: 0, judged: 0, damaged: 0 };
  beforeAll(makeShim);
  afterAll(() =>
    report("calls of the store that fail", {
      "different calls": totals.calls,
      "points at which they fail": totals.points,
      "power cuts": totals.cuts,
      "stores judged": totals.judged,
      "of which said to be damaged": totals.damaged,
    }),
  );

  it.for(CASES)(
    "loses nothing that it answered, applies nothing partially, and refuses only what is not there: %s",
    { timeout: TIMEOUT },
    async (name, { skip }) => {
      if (compiler === undefined) return skip(NO_COMPILER);
      // A case of few calls is tried whole in the short form too.
      const few = name === "setting aside";
      const every = LONG || few ? 1 : 60;
      const outcome = await tried({ name, ...FAILING, cuts: LONG ? 10 : 4, every });
      expect(outcome.wrong).toEqual([]);
      expect(outcome.points).toBeGreaterThan(0);
      expect(outcome.cuts).toBeGreaterThan(0);
      totals.calls += outcome.calls;
      totals.points += outcome.points;
      totals.cuts += outcome.cuts;
      totals.judged += outcome.right + outcome.damaged;
      totals.damaged += outcome.damaged;
    },
  );

  it("has a change with its event and its audit entry, or none of them, wherever the power is cut", {
    timeout: TIMEOUT,
  }, async ({ skip }) => {
    if (compiler === undefined) return skip(NO_COMPILER);
    const plan = { name: "calls", modes: [], widths: [], cuts: 3, every: LONG ? 1 : 8 };
    const outcome = await tried(plan);
    expect(outcome.wrong).toEqual([]);
    expect(outcome.cuts).toBeGreaterThan(50);
  });

  it("opens, or says that it is damaged, after a disk has lied about what it has written", {
    timeout: TIMEOUT,
  }, async ({ skip }) => {
    if (compiler === undefined) return skip(NO_COMPILER);
    const plan = { modes: ["lose"], widths: [1], cuts: 3 };
    const outcome = await tried({ name: "changes", ...plan, every: LONG ? 1 : 60 });
    expect(outcome.wrong).toEqual([]);
    expect(outcome.right).toBeGreaterThan(0);
    report("a disk that lies", {
      "stores judged": outcome.right + outcome.damaged + outcome.unnoticed,
      "said to be damaged": outcome.damaged,
      "changes lost unnoticed": outcome.unnoticed,
    });
  });

  it("would fail this test if it synced nothing", async ({ skip }) => {
    if (compiler === undefined) return skip(NO_COMPILER);
    const plan = { name: "changes", modes: [], widths: [], cuts: 3, every: 3, careless: true };
    const { wrong } = await tried(plan);
    expect(wrong.length).toBeGreaterThan(10);
  });
});
