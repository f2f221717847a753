import type { Clock } from "@pilothouse/drivers/port";
import { RATE_STAT_NAMES, rateDefinition } from "@pilothouse/protocol";
import type { Log } from "../../log.js";
import type { Store } from "../../store/store.js";
import { measured } from "../../telemetry/measured.js";
import { runs, type Snapshot } from "../../telemetry/snapshot.js";
import { Samples } from "./samples.js";

/** In addition to the rate statistics: 1 while the router ran, and 0 while it did not or did not answer. */
const UP = "router.up";

/** What was sampled of a router, for `GetRate` and for graphs: the same buckets for both and for every router. */
export class History extends Samples {
  #before: Snapshot | undefined;

  constructor(store: Store, clock: Clock, log: Log) {
    super(store, clock, log, [...RATE_STAT_NAMES, UP]);
  }

  add(snapshot: Snapshot): void {
    const reading = measured(this.#before, snapshot) as { readonly [key: string]: unknown };
    this.#before = snapshot;
    this.take(snapshot.at, [
      ...RATE_STAT_NAMES.map((stat) =>
        rateDefinition(stat).of.reduce((sum, key) => sum + Number(reading[key] ?? Number.NaN), 0),
      ),
      runs(snapshot.phase) ? 1 : 0,
    ]);
  }
}
