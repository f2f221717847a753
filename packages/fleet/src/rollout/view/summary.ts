import type { RolloutEntry, RolloutNodeEntry } from "@pilothouse/protocol";
import type { NodeId } from "../../bus/hub-bus.js";
import { countOf, OUTCOMES, type Outcome, type Rollout } from "../rollout.js";
import { type FleetView, isOnline } from "./view.js";

/** A roll-out as people see it; `offline` are those of the waiting that cannot be reached now. */
export function entryOf(rollout: Rollout, nodes: readonly NodeId[], view: FleetView): RolloutEntry {
  const { id, kind, by, created, status, why = null, finished = null, labels, strategy, progress } = rollout;
  return {
    ...{ id, kind, by, created, status, why, finished, labels },
    maxParallel: strategy.maxParallel,
    total: progress.length,
    done: countOf(rollout, "d"),
    failed: countOf(rollout, "f"),
    skipped: countOf(rollout, "s"),
    expired: countOf(rollout, "x"),
    underWay: countOf(rollout, "o"),
    waiting: countOf(rollout, "."),
    offline: offline(rollout, nodes, view),
    lineExpires: created + strategy.lineExpiry,
  };
}

function offline({ progress }: Rollout, nodes: readonly NodeId[], view: FleetView): number {
  let count = 0;
  for (let at = progress.indexOf("."); at !== -1; at = progress.indexOf(".", at + 1)) {
    const node = view.find(nodes[at] ?? "");
    if (node !== undefined && !isOnline(node)) count++;
  }
  return count;
}

interface Page {
  readonly nodes: readonly RolloutNodeEntry[];
  readonly next: number | null;
}

/** The nodes of a roll-out, from one place in the plan on. */
export function pageOf(
  { progress, flights, reasons }: Rollout,
  plan: readonly NodeId[],
  view: FleetView,
  { outcome, after = -1, limit }: { outcome?: string | undefined; after?: number | undefined; limit: number },
): Page {
  const nodes: RolloutNodeEntry[] = [];
  if (limit === 0) return { nodes, next: null };
  for (let index = after + 1; index < plan.length; index++) {
    const named = OUTCOMES[progress[index] as Outcome];
    if (outcome !== undefined && named !== outcome) continue;
    if (nodes.length === limit) return { nodes, next: index - 1 };
    const id = plan[index] ?? "";
    nodes.push({
      id,
      name: view.find(id)?.name ?? null,
      outcome: named,
      step: flights[index]?.step ?? null,
      reason: reasons[index] ?? null,
    });
  }
  return { nodes, next: null };
}
