import { describe, expect, it } from "vitest";
import { report } from "../attacks/figures.js";
import { SLICE, times } from "../attacks/long.js";
import { canOf, FIRST_PASSWORD, OverHttps } from "./process/over-https.js";
import { simulatorBeside } from "./process/simulator.js";
import { DEAR, playOnce, sequences } from "./run/run.js";

const make = async () => ({ system: await OverHttps.start(simulatorBeside()), password: FIRST_PASSWORD });
const SEED = Number(process.env["PILOTHOUSE_MODEL_SEED"] ?? 1);

describe("the model, over HTTPS with processes that are killed", () => {
  it("holds in random sequences", { timeout: 24 * 3_600_000 }, async () => {
    const wanted = times(100, 20_000);
    const began = performance.now();
    let steps = 0;
    for (let round = 0; steps < wanted; round++) {
      const seed = (SEED * 1_000 + SLICE) * 1_000_000 + round;
      const [all = []] = sequences(canOf(simulatorBeside()), seed, 1, DEAR);
      const some = all.slice(0, wanted - steps);
      await playOnce(make, some, seed);
      steps += some.length;
    }
    report("the model over HTTPS", { steps, seconds: Math.round((performance.now() - began) / 1_000) });
    expect(steps).toBe(wanted);
  });
});
