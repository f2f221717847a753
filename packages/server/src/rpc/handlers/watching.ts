import type { Clock, CrashReport, Router } from "@pilothouse/drivers/port";
import { RpcError } from "@pilothouse/protocol";
import { within } from "@pilothouse/system";
import type { Auth } from "../../auth/auth.js";
import type { History } from "../../telemetry/history.js";
import type { Sampler } from "../../telemetry/sampler.js";
import type { Handlers } from "../answer.js";

interface Parts {
  readonly router: Router;
  readonly sampler: Sampler;
  readonly history: History;
  readonly auth: Auth;
  readonly clock: Clock;
  readonly version: string;
  /** Where updates of the router come from. */
  readonly updatesFrom: () => "feed" | "router" | "none";
}

const MOST_POINTS = 500;
/** How long a router may take to tell whether it needs a restart; a slow one is told as it last was. */
const PATIENCE_MS = 250;

/** What someone who watches the router wants to see, beyond the common interface. */
export function watchingHandlers({
  router,
  sampler,
  history,
  auth,
  clock,
  version,
  updatesFrom,
}: Parts): Pick<Handlers, "pilothouse.status" | "pilothouse.history"> {
  let restartNeeded = false;
  let asking: Promise<void> | undefined;
  const askRestart = async (): Promise<boolean> => {
    asking ??= router.settings
      .network()
      .then(
        (view) => {
          restartNeeded = view.restartNeeded;
        },
        () => {
          // A router that does not answer is told as unreachable; this is no news then.
        },
      )
      .finally(() => {
        asking = undefined;
      });
    await within(PATIENCE_MS, asking, () => {});
    return restartNeeded;
  };
  return {
    async "pilothouse.status"() {
      const [{ phase, starts = null, note = null }, waits] = await Promise.all([
        sampler.current(),
        askRestart(),
      ]);
      const draining = phase.name === "draining" ? phase : undefined;
      const crashed = phase.name === "crashed" ? phase : undefined;
      return {
        simulated: router.simulated,
        router: router.kind,
        phase: phase.name,
        next: draining?.next ?? null,
        until: draining?.until ?? null,
        retryAt: crashed?.until ?? null,
        crash: crashed?.report === undefined ? null : crashText(crashed.report),
        starts,
        note,
        restartNeeded: waits,
        version,
        time: clock.now(),
        updates: updatesFrom(),
        factory: auth.password.isFactory,
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
