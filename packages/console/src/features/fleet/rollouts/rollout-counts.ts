import type { RolloutEntry } from "@pilothouse/protocol";
import type { FleetTexts } from "../../../texts/texts.js";

type Count = keyof FleetTexts["rollouts"]["counts"];

/** Nothing of it is next any more: it is over, or only finishes what it has begun. */
export const startsNoMore = ({ finished, status }: Pick<RolloutEntry, "finished" | "status">): boolean =>
  finished !== null || status === "stopping";

/** How many nodes are where, besides those that are done: each is counted once. */
export function countsOf(rollout: RolloutEntry): { readonly [K in Count]: number } {
  const { underWay, waiting, offline, failed, skipped, expired } = rollout;
  const ended = { underWay, failed, skipped, expired };
  return startsNoMore(rollout)
    ? { ...ended, waiting: 0, offline: 0, left: waiting }
    : { ...ended, waiting: waiting - offline, offline, left: 0 };
}
