import { describe, expect, it } from "vitest";
import { report } from "../attacks/figures.js";
import { times } from "../attacks/long.js";
import { CAN, ThroughHub } from "./fleet/through-hub.js";
import { FIRST_PASSWORD } from "./process/over-https.js";
import { FOUND_IN_A_FLEET } from "./run/found.js";
import { DEAR, play, playRandomly } from "./run/run.js";

const make = async () => ({ system: await ThroughHub.start(), password: FIRST_PASSWORD });

/** What takes some seconds until hub and node have met again. */
const SLOW = [
  "the node is cut off from the bus",
  "restart the hub",
  "kill -9 of the hub",
  "kill -9 of the bus",
  "kill -9 of the hub or the bus while settings are saved",
  "wait until the hub shows the node as it is",
  "wait until the hub must have missed the node",
];

describe("the model, through a hub to a node", () => {
  it.each(FOUND_IN_A_FLEET)("holds where it once did not: $what", async ({ steps }) => {
    await play(make, steps);
  });

  it("holds in random sequences", { timeout: 48 * 3_600_000 }, async () => {
    const figures = await playRandomly(make, CAN, times(80, 20_000), [...DEAR, ...SLOW]);
    report("the model through a hub", figures);
    expect(figures.steps).toBeGreaterThan(0);
  });
});
