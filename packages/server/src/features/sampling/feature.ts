import type { Router } from "@pilothouse/drivers/port";
import type { EventLog } from "../../events/event-log.js";
import { RouterWatch } from "../../events/router-watch.js";
import type { Feature, Kernel } from "../../feature.js";
import { RouterLine } from "../../rpc/router-line.js";
import { ROUTER, SAMPLING } from "../../telemetry/metrics.js";
import { NetworkGlance } from "../../telemetry/network-glance.js";
import { Sampler } from "../../telemetry/sampler.js";
import type { Snapshot } from "../../telemetry/snapshot.js";

interface Needs extends Kernel {
  readonly router: Router;
  readonly events: EventLog;
}

export interface Provides {
  readonly sampler: Sampler;
  /** Calls back with every sample. */
  readonly onSample: (keep: (snapshot: Snapshot) => void) => void;
  readonly network: NetworkGlance;
  readonly line: RouterLine;
}

/** What is known of the router, at most a second old while anyone asks. */
export const sampling: Feature<Needs, Provides> = {
  name: "sampling",
  open({ router, clock, log, events }) {
    const keepers: ((snapshot: Snapshot) => void)[] = [];
    const keeper = {
      add: (snapshot: Snapshot) => {
        for (const keep of keepers) keep(snapshot);
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
        network: new NetworkGlance(router.settings),
        line: new RouterLine(),
      },
      handlers: {},
      async start() {
        await router.start();
        await watch.start();
        await sampler.start();
      },
      async metrics(add) {
        add(ROUTER, await sampler.glance());
        add(SAMPLING, { sampler, clock });
      },
      stop: () => sampler.stop(),
    };
  },
};
