import type { Facts, Phase } from "@pilothouse/drivers/port";
import { INFO_KEYS, ROUTER_INFO } from "@pilothouse/protocol";

/** The phase as the service sees it: a router that does not answer is in none that its driver knows. */
export type SeenPhase = Phase | { readonly name: "unreachable" };

/** What is known of the router, and since when. */
export interface Snapshot {
  readonly at: number;
  readonly phase: SeenPhase;
  readonly facts: Facts;
  /** As in `Reading`; what was last told outlives the router. */
  readonly starts?: number | undefined;
  readonly note?: string | undefined;
}

/** The rows' own values for a router that does not run: nothing flows, no peer is active. */
const STOPPED: Facts = Object.freeze(
  Object.fromEntries(
    INFO_KEYS.flatMap((key) => {
      const row = ROUTER_INFO[key];
      return "stopped" in row ? [[key, row.stopped]] : [];
    }),
  ),
);

const RUNS: ReadonlySet<SeenPhase["name"]> = new Set(["running", "starting", "draining", "stopping"]);

export const runs = (phase: SeenPhase): boolean => RUNS.has(phase.name);

/** The facts of a router that does not run; only its version outlives it. */
export function stoppedFacts(last: Facts): Facts {
  const version = last["router.version"];
  return version === undefined ? STOPPED : { ...STOPPED, "router.version": version };
}
