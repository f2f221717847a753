import { describe, expect, it } from "vitest";
import { LONG } from "../attacks/long.js";
import { FLEET_FAULTS } from "./fleet/faults.js";
import { ThroughHub } from "./fleet/through-hub.js";
import { wrongProgram } from "./fleet/wrong-program.js";
import { FIRST_PASSWORD } from "./process/over-https.js";
import { Failed, play } from "./run/run.js";

/** What must hold is wrong if it is not so by then. */
const LAG = 10_000;

// Most of their time they wait.
describe.concurrent("the model finds, through a hub to a node, that", () => {
  it.each(FLEET_FAULTS.filter(({ isLong = false }) => LONG || !isLong))(
    "$name",
    async ({ put, breaks, steps }) => {
      const program = wrongProgram(put);
      const make = async () => ({
        system: await ThroughHub.start({ program, lag: LAG }),
        password: FIRST_PASSWORD,
      });
      const found = await play(make, steps).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(found).toBeInstanceOf(Failed);
      expect((found as Failed).what.slice(0, breaks.length)).toBe(breaks);
    },
  );
});
