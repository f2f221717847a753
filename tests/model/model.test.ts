import { describe, expect, it, vi } from "vitest";
import { report } from "../attacks/figures.js";
import { SLICE, times } from "../attacks/long.js";
import { FOUND } from "./found.js";
import { FIRST_PASSWORD, InProcess } from "./in-process/in-process.js";
import { play, playAndShorten, sequences } from "./run.js";
import { ABILITIES } from "./system.js";

// A real hash takes as long as fifty steps, and is tested elsewhere.
vi.mock("@node-rs/argon2", () => ({
  hash: async (password: string) => `$argon2id$${password}`,
  verify: async (stored: string, password: string) => stored === `$argon2id$${password}`,
}));

const make = async () => ({ system: await InProcess.start(), password: FIRST_PASSWORD });
/** Another one tries other sequences. */
const SEED = Number(process.env["PILOTHOUSE_MODEL_SEED"] ?? 1);
const AT_ONCE = 10;

describe("the model, in process on the simulator", () => {
  it.each(FOUND)("holds where it once did not: $what", async ({ steps }) => {
    await play(make, steps);
  });

  it("holds in random sequences", async () => {
    const wanted = times(3_000, 1_000_000);
    const began = process.cpuUsage();
    let steps = 0;
    for (let round = 0; steps < wanted; round++) {
      const seed = (SEED * 1_000 + SLICE) * 1_000_000 + round;
      for (const one of sequences(new Set(ABILITIES), seed, AT_ONCE)) {
        await playAndShorten(make, one, seed);
        steps += one.length;
      }
    }
    const { user, system } = process.cpuUsage(began);
    const seconds = (user + system) / 1e6;
    report("the model in process", { steps, "steps a processor second": Math.round(steps / seconds) });
    console.log(steps, "steps", steps / seconds, "per cpu second");
    expect(steps).toBeGreaterThanOrEqual(wanted);
  });
});
