import type { NetworkView, Router } from "@pilothouse/drivers/port";
import { lastKnown } from "@pilothouse/system";
import type { Feature, Kernel } from "../../feature.js";
import type { Snapshot } from "../../telemetry/snapshot.js";
import type { EventLog } from "../record/event-log.js";
import { ROUTER, SAMPLING } from "./metrics.js";
import { RouterQueue } from "./router-queue.js";
import { RouterWatch } from "./router-watch.js";
import { Sampler } from "./sampler.js";

interface Needs extends Kernel {
  readonly router: Router;
  readonly events: EventLog;
}

export interface Provides {
  readonly sampler: Sampler;
  /** Calls back with every sample. */
  readonly onSample: (keep: (snapshot: Snapshot) => void) => void;
  /** Calls back each second while the router does not answer, with the time. */
  readonly onSilence: (keep: (at: number) => void) => void;
  /** The network settings: the current ones, or undefined before they were reported once. */
  readonly network: () => Promise<NetworkView | undefined>;
  readonly routerQueue: RouterQueue;
}

/** What there is for every feature that comes after: the router, and what is known of it. */
export interface Sampled extends Needs, Provides {}

/** How long to wait for the router's settings; after that, the last known ones are used. */
const PATIENCE_MS = 250;

/** What is known of the router, at most a second old while anyone asks. */
export const sampling: Feature<Needs, Provides> = {
  open({ router, clock, log, events }) {
    const keepers: ((snapshot: Snapshot) => void)[] = [];
    const missers: ((at: number) => void)[] = [];
    const keeper = {
      add: (snapshot: Snapshot) => {
        for (const keep of keepers) keep(snapshot);
      },
      missed: (at: number) => {
        for (const keep of missers) keep(at);
      },
    };
    const watch = new RouterWatch(events, clock);
    const sampler = new Sampler(router, keeper, clock, log, watch);
    router.onCrash((why) => {
      watch.crashed(why);
      sampler.refresh();
    });
    return {
      provides: {
        sampler,
        onSample: (keep) => void keepers.push(keep),
        onSilence: (keep) => void missers.push(keep),
        network: lastKnown(PATIENCE_MS, () => router.settings.network()),
        routerQueue: new RouterQueue(),
      },
      handlers: {},
      async start() {
        await router.start();
        await watch.start();
        await sampler.start();
      },
      async metrics(add) {
        add(ROUTER, await sampler.peek());
        add(SAMPLING, { sampler, clock });
      },
      stop: () => sampler.stop(),
    };
  },
};
