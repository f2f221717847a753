import type { Clock, CrashReport, Router } from "@pilothouse/drivers/port";
import { RpcError } from "@pilothouse/protocol";
import type { Auth } from "../../auth/auth.js";
import type { History } from "../../telemetry/history.js";
import type { NetworkGlance } from "../../telemetry/network-glance.js";
import type { Sampler } from "../../telemetry/sampler.js";
import type { LastSearch } from "../../updates/last-search.js";
import type { Handlers } from "../answer.js";

interface Parts {
  readonly router: Router;
  readonly sampler: Sampler;
  readonly history: History;
  readonly network: NetworkGlance;
  readonly auth: Auth;
  readonly clock: Clock;
  readonly version: string;
  /** Where updates of the router come from. */
  readonly updatesFrom: () => "feed" | "router" | "none";
  readonly updater: Pick<LastSearch, "said" | "unknown">;
}

const MOST_POINTS = 500;

/** What someone who watches the router wants to see, beyond the common interface. */
export function watchingHandlers({
  router,
  sampler,
  history,
  network,
  auth,
  clock,
  version,
  updatesFrom,
  updater,
}: Parts): Pick<Handlers, "pilothouse.status" | "pilothouse.history"> {
  return {
    async "pilothouse.status"(_params, call) {
      const [{ phase, starts = null, note = null }, view] = await Promise.all([
        sampler.current(),
        network.view(),
      ]);
      const draining = phase.name === "draining" ? phase : undefined;
      const crashed = phase.name === "crashed" ? phase : undefined;
      return {
        simulated: router.simulated,
        router: router.kind,
        phase: phase.name,
        sampled: sampler.lastAt ?? null,
        next: draining?.next ?? null,
        until: draining?.until ?? null,
        retryAt: crashed?.until ?? null,
        crash: crashed?.report === undefined ? null : crashText(crashed.report),
        starts,
        note,
        restartNeeded: view?.restartNeeded ?? false,
        version,
        time: clock.now(),
        updates: updatesFrom(),
        updateTexts: updater.said,
        updateUnknown: updater.unknown,
        factory: auth.password.isFactory,
        scope: call.scope,
        account: null,
        cancellable:
          draining === undefined ? null : router.cancel !== undefined && draining.cancellable !== false,
      };
    },

    async "pilothouse.history"({ from, to, points = MOST_POINTS }) {
      if (from >= to) throw new RpcError("invalidParams", "from wants a time before to");
      await sampler.current();
      return history.between(from, to, points);
    },
  };
}

const crashText = ({ cause, lines }: CrashReport): string => [cause, ...lines].join("\n");
