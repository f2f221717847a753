import type { RolloutEntry, RolloutNodeEntry } from "@pilothouse/protocol";
import type { NodeId } from "../../../bus/hub-bus.js";
import { type FleetView, isOnline, type SeenNode } from "../../view/view.js";
import { lacking } from "./health.js";
import { countOf, isOver, OUTCOMES, type Outcome, type Rollout } from "./rollout.js";

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
  rollout: Rollout,
  plan: readonly NodeId[],
  view: FleetView,
  { outcome, after = -1, limit }: { outcome?: string | undefined; after?: number | undefined; limit: number },
): Page {
  const { progress, flights, reasons } = rollout;
  const nodes: RolloutNodeEntry[] = [];
  if (limit === 0) return { nodes, next: null };
  for (let index = after + 1; index < plan.length; index++) {
    const named = OUTCOMES[progress[index] as Outcome];
    if (outcome !== undefined && named !== outcome) continue;
    if (nodes.length === limit) return { nodes, next: index - 1 };
    const id = plan[index] ?? "";
    const node = view.find(id);
    nodes.push({
      id,
      name: node?.name ?? null,
      outcome: named,
      step: flights[index]?.step ?? null,
      since: flights[index]?.stepAt ?? null,
      reason:
        reasons[index] ?? (isOver(rollout) || node === undefined ? null : waitsFor(rollout, index, node)),
    });
  }
  return { nodes, next: null };
}

/** What a node that is not done is waiting for, for people; null where there is nothing to say. */
function waitsFor({ flights, progress, strategy }: Rollout, index: number, node: SeenNode): string | null {
  const flight = flights[index];
  if (flight === undefined && progress[index] !== ".") return null;
  if (!isOnline(node)) return "it is offline";
  const { phase } = node.report;
  if (flight === undefined) return phase === "running" ? null : `its router is ${phase}`;
  if (flight.step === "confirm") return "it applies the settings, and checks its router";
  if (!flight.taken) return "it has not answered the command yet";
  if (flight.started === undefined)
    return phase === "draining" ? "tunnels of others run out first" : "its router has not restarted yet";
  return flight.healthy === undefined
    ? lacking(flight.before, node.report, strategy)
    : "it must stay healthy for a moment";
}
