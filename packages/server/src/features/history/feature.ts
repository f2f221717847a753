import type { Router } from "@pilothouse/drivers/port";
import type { Feature, Kernel } from "../../feature.js";
import { readingHandlers } from "../../rpc/handlers/reading.js";
import type { RouterLine } from "../../rpc/router-line.js";
import { History } from "../../telemetry/history.js";
import type { Sampler } from "../../telemetry/sampler.js";
import type { Snapshot } from "../../telemetry/snapshot.js";

interface Needs extends Kernel {
  readonly router: Router;
  readonly sampler: Sampler;
  readonly onSample: (keep: (snapshot: Snapshot) => void) => void;
  readonly line: RouterLine;
}

/** What was sampled, and what is answered from it. */
export const history: Feature<
  Needs,
  { readonly history: History },
  "RouterInfo" | "GetRate" | "ClientServicesInfo"
> = {
  name: "history",
  open({ store, clock, log, settings, router, sampler, onSample, line }) {
    const kept = new History(store, clock, log);
    kept.start();
    onSample((snapshot) => kept.add(snapshot));
    return {
      provides: { history: kept },
      handlers: readingHandlers({ router, sampler, history: kept, line, locale: () => settings().locale }),
      close: (how) => kept.stop(how),
    };
  },
};
