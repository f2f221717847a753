import { describe, expect, it } from "vitest";
import { parseLine } from "../../../settings/schedule.js";
import { constraintOf, lowered } from "./constraint.js";
import { type Held, type Move, planFor } from "./plan.js";

/** Pseudo-random, and the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const none = constraintOf(undefined, []);
const CONSTRAINTS = [
  none,
  ...[10, 80, 90, 100].map((percent) => constraintOf(percent, [])),
  constraintOf(
    85,
    [parseLine("daily 0-12 out=40")].filter((line) => line !== undefined),
  ),
];

/** A router with one limit, an operator, and a service that may be killed between any two of its steps. */
class World {
  value = "1000";
  /** What the operator last set. */
  own = "1000";
  held: Held | undefined;
  now = 0;
  touched = false;

  /** Runs a tick; `dies` says after which of its steps the service is killed. */
  tick(constraint = none, dies = 9): Move {
    this.now++;
    const move = planFor(["out"], this.held, constraint, { now: this.now, current: this.value, born: 0 });
    if (dies > 0) this.held = move.during;
    if (dies > 1 && move.write !== undefined) this.value = move.write;
    if (dies > 2) this.held = move.after;
    return move;
  }

  operator(value: string): void {
    this.value = value;
    this.own = value;
  }
}

describe("the plan for a limit", () => {
  it.each(Array.from({ length: 50 }, (_, seed) => seed))(
    "restores what the operator last set, after a kill at any time and any lowering (seed %i)",
    (seed) => {
      const roll = dice(seed);
      const world = new World();
      for (let n = 0; n < 60; n++) {
        const constraint = CONSTRAINTS[roll(CONSTRAINTS.length)] ?? none;
        // A person takes longer than the service: it sees each change before it writes again.
        if (roll(5) === 0) {
          world.tick(constraint);
          world.operator(String(50 + roll(2_000)));
        }
        world.tick(constraint, roll(4));
        expect(Number(world.value)).toBeLessThanOrEqual(Number(world.own));
      }
      world.tick(none);
      world.tick(none);
      expect(world.value).toBe(world.own);
      expect(world.held).toBeUndefined();
    },
  );

  it("leaves a value alone that you change while it is lowered, until the next step", () => {
    const world = new World();
    world.tick(constraintOf(80, []));
    expect(world.value).toBe("500");
    world.operator("900");
    expect(world.tick(constraintOf(81, [])).yours).toBe(true);
    world.tick(constraintOf(85, []));
    expect(world.value).toBe("900");
    world.tick(constraintOf(90, []));
    expect(world.value).toBe("225");
    world.tick(none);
    expect(world.value).toBe("900");
  });

  it("lowers again what a router forgot when it ended", () => {
    const held = { own: "1000", ours: ["500"], at: 10 };
    const at = (born: number) =>
      planFor(["out"], held, constraintOf(80, []), { now: 30, current: "1000", born });
    expect(at(20).write).toBe("500");
    expect(at(5).yours).toBe(true);
  });

  it("does nothing for a limit that the router does not have", () => {
    expect(planFor(["in"], undefined, constraintOf(100, []), { now: 1, current: null, born: 0 }).write).toBe(
      undefined,
    );
  });

  it("takes the lower of two limits that share a value", () => {
    const line = parseLine("daily 0-24 in=300 out=200");
    const constraint = constraintOf(undefined, line === undefined ? [] : [line]);
    expect(planFor(["in", "out"], undefined, constraint, { now: 1, current: "900", born: 0 }).write).toBe(
      "200",
    );
  });
});

describe("the steps", () => {
  it.each([
    [79, 1_000, 80],
    [80, 500, 40],
    [90, 250, 20],
    [100, 50, 0],
    [250, 50, 0],
  ])("at %i %% of the budget leave %i KiB/s of 1000 and a share of %i of 80", (percent, out, share) => {
    const constraint = constraintOf(percent, []);
    expect([lowered("out", 1_000, constraint), lowered("share", 80, constraint)]).toEqual([out, share]);
  });

  it("leave enough to stay in the network, and never more than you allow", () => {
    const constraint = constraintOf(100, []);
    expect(lowered("in", 100, constraint)).toBe(10);
    expect(lowered("in", 4, constraint)).toBe(4);
  });
});
