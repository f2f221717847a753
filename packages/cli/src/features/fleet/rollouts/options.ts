import type { Params } from "@pilothouse/protocol";
import { integersOf, readGiven, timeSpan } from "../../../terminal/units.js";
import { type SelectionOptions, selectionFrom } from "../selection.js";

/** The options that all roll-outs share. */
export interface RolloutOptions extends SelectionOptions {
  readonly maxParallel?: string;
  readonly canary?: string;
  readonly failureBudget?: string;
  readonly healthyDeadline?: string;
  readonly minHealthy?: string;
  readonly tunnelShare?: string;
  readonly lineExpiry?: string;
  readonly drain?: string;
  readonly now?: true;
  readonly wait?: true;
  readonly timeout?: string;
}

/** The options as the hub takes them; what is not given is the hub's to choose. */
export function rolloutParams(options: RolloutOptions): Partial<Params<"fleet.rollout">> {
  const { maxParallel, canary, failureBudget, tunnelShare } = options;
  const { healthyDeadline, minHealthy, lineExpiry, drain } = options;
  return {
    ...selectionFrom(options),
    ...integersOf({ maxParallel, canary, failureBudget, tunnelShare }),
    ...readGiven({ healthyDeadline, minHealthy, lineExpiry, drainLimit: drain }, timeSpan),
    ...(options.now && { graceful: false }),
  };
}
