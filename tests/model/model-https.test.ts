import { describe, expect, it } from "vitest";
import { report } from "../attacks/figures.js";
import { times } from "../attacks/long.js";
import { canOf, FIRST_PASSWORD, OverHttps } from "./process/over-https.js";
import { simulatorBeside } from "./process/simulator.js";
import { DEAR, playRandomly } from "./run/run.js";

const make = async () => ({ system: await OverHttps.start(simulatorBeside()), password: FIRST_PASSWORD });

describe("the model, over HTTPS with processes that are killed", () => {
  it("holds in random sequences", { timeout: 24 * 3_600_000 }, async () => {
    const figures = await playRandomly(make, canOf(simulatorBeside()), times(100, 20_000), DEAR);
    report("the model over HTTPS", figures);
    expect(figures.steps).toBeGreaterThan(0);
  });
});
