import type { Params } from "@pilothouse/protocol";
import { integerOf, timeSpan } from "../../../terminal/units.js";
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

const COUNTS = {
  maxParallel: "--max-parallel",
  canary: "--canary",
  failureBudget: "--failure-budget",
  tunnelShare: "--tunnel-share",
} as const;
const TIMES = ["healthyDeadline", "minHealthy", "lineExpiry"] as const;

/** The options as the hub takes them; what is not given is the hub's to choose. */
export function rolloutParams(options: RolloutOptions): Partial<Params<"fleet.rollout">> {
  const counts = Object.entries(COUNTS).flatMap(([key, flag]) => {
    const given = options[key as keyof typeof COUNTS];
    return given === undefined ? [] : [[key, integerOf(flag, given)] as const];
  });
  const times = TIMES.flatMap((key) => {
    const given = options[key];
    return given === undefined ? [] : [[key, timeSpan(given)] as const];
  });
  return {
    ...selectionFrom(options),
    ...Object.fromEntries([...counts, ...times]),
    ...(options.drain !== undefined && { drainLimit: timeSpan(options.drain) }),
    ...(options.now && { graceful: false }),
  };
}
