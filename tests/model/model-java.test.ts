import { describe, expect, it } from "vitest";
import { report } from "../attacks/figures.js";
import { SLICE, times } from "../attacks/long.js";
import { FIRST_PASSWORD, InProcess } from "./in-process/in-process.js";
import { PlayedJava } from "./in-process/played-java.js";
import { FOUND_ON_JAVA } from "./run/found.js";
import { play, playAndShorten, sequences } from "./run/run.js";

const make = async () => ({
  system: await InProcess.start((clock) => PlayedJava.start(clock)),
  password: FIRST_PASSWORD,
});
/** Another one tries other sequences. */
const SEED = Number(process.env["PILOTHOUSE_MODEL_SEED"] ?? 1);

describe("the model, on the double of Java I2P", () => {
  it.each(FOUND_ON_JAVA)("holds where it once did not: $what", async ({ steps }) => {
    await play(make, steps);
  });

  it("holds in random sequences", { timeout: 24 * 3_600_000 }, async () => {
    const wanted = times(150, 50_000);
    let steps = 0;
    for (let round = 0; steps < wanted; round++) {
      const seed = (SEED * 1_000 + SLICE) * 1_000_000 + round;
      const [all = []] = sequences(PlayedJava.can, seed, 1);
      const some = all.slice(0, wanted - steps);
      await playAndShorten(make, some, seed);
      steps += some.length;
    }
    report("the model on the double of Java I2P", { steps });
    expect(steps).toBe(wanted);
  });
});
