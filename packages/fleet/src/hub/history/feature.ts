import { RpcError } from "@pilothouse/protocol";
import { type Feature, type Kernel, SAVE_EVERY_MS, Samples } from "@pilothouse/server";
import { LOOK_EVERY_MS } from "../inventory/recent-uptime.js";
import type { NodesProvide } from "../nodes/feature.js";
import { FLEET_STATS, figuresOf } from "./figures.js";
import { lookAtNodes } from "./uptimes.js";

type Needs = Pick<Kernel, "store" | "clock" | "log"> & Pick<NodesProvide, "inventory" | "judge">;

const MOST_POINTS = 500;

/** What the hub has seen of the fleet as a whole. */
export const history: Feature<Needs, object, "pilothouse.history"> = {
  open({ store, clock, log, inventory, judge }) {
    const samples = new Samples(store, clock, log, FLEET_STATS);
    samples.start();
    const sample = () => {
      const figures = figuresOf(inventory, judge);
      if (figures !== undefined) samples.take(clock.now(), figures);
    };
    return {
      provides: {},
      handlers: {
        async "pilothouse.history"({ from, to, points = MOST_POINTS }) {
          if (from >= to) throw new RpcError("invalidParams", "from wants a time before to");
          sample();
          // A hub has no router, and no limits.
          return { ...samples.between(from, to, points), limits: null };
        },
      },
      recurring: [
        { everyMs: LOOK_EVERY_MS, work: sample },
        { everyMs: LOOK_EVERY_MS, work: () => lookAtNodes(inventory, judge) },
        { everyMs: SAVE_EVERY_MS, work: () => samples.save({ finest: false }) },
      ],
      close: ({ save }) => (save ? samples.save() : undefined),
    };
  },
};
