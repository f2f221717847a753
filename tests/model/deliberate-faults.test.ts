import { afterEach, describe, expect, it } from "vitest";
import { report } from "../attacks/figures.js";
import { LONG } from "../attacks/long.js";
import { mend } from "./faults/fault.js";
import { FAULTS } from "./faults/faults.js";
import { FIRST_PASSWORD, InProcess } from "./in-process/in-process.js";
import { PlayedSimulator } from "./in-process/played-simulator.js";
import { Failed, play, type Step, sequences } from "./run/run.js";

const make = async () => ({ system: await InProcess.start(), password: FIRST_PASSWORD });

/** What does not hold in a sequence, and after which of its steps. */
const failed = async (steps: readonly Step[]): Promise<Failed | undefined> => {
  try {
    await play(make, steps);
    return undefined;
  } catch (error) {
    if (error instanceof Failed) return error;
    throw error;
  }
};

const MOST_STEPS = 20_000;
const SEED = 1;

afterEach(mend);

describe("the model finds that", () => {
  it.each(FAULTS)("$name", async ({ put, breaks, steps }) => {
    expect(await failed(steps)).toBeUndefined();
    put();
    expect((await failed(steps))?.what.slice(0, breaks.length)).toBe(breaks);
  });

  it.runIf(LONG).each(FAULTS)("$name, in random sequences", async ({ name, put }) => {
    put();
    let found: Failed | undefined;
    let steps = 0;
    for (let seed = SEED; found === undefined && steps < MOST_STEPS; seed++)
      for (const one of sequences(PlayedSimulator.can, seed, 1)) {
        found = await failed(one);
        steps += found?.steps.length ?? one.length;
      }
    expect(found).toBeInstanceOf(Failed);
    mend();
    expect(await failed(found?.steps ?? [])).toBeUndefined();
    report(`the model finds that ${name}`, { steps });
  });
});
