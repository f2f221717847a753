import type { Router } from "@pilothouse/drivers/port";
import type { Feature, Kernel } from "../../feature.js";
import type { Snapshot } from "../../telemetry/snapshot.js";
import type { RouterQueue } from "../sampling/router-queue.js";
import type { Sampler } from "../sampling/sampler.js";
import { historyHandlers } from "./handlers.js";
import { History } from "./history.js";

interface Needs extends Kernel {
  readonly router: Router;
  readonly sampler: Sampler;
  readonly onSample: (keep: (snapshot: Snapshot) => void) => void;
  readonly routerQueue: RouterQueue;
}

/** What was sampled. */
export const history: Feature<
  Needs,
  { readonly history: History },
  keyof ReturnType<typeof historyHandlers>
> = {
  name: "history",
  open({ store, clock, log, router, sampler, onSample, routerQueue }) {
    const samples = new History(store, clock, log);
    samples.start();
    onSample((snapshot) => samples.add(snapshot));
    return {
      provides: { history: samples },
      handlers: historyHandlers({ router, sampler, history: samples, routerQueue }),
      close: (options) => samples.stop(options),
    };
  },
};
