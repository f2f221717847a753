import {
  codedTextOf,
  type Reason,
  type RolloutEntry,
  type RolloutNodeEntry,
  reason,
} from "@pilothouse/protocol";
import type { NodeId } from "../../../bus/hub-bus.js";
import { type FleetView, isOnline, type SeenNode } from "../../view/view.js";
import { inPhase, lacking } from "./health.js";
import { countOf, isOver, OUTCOMES, type Outcome, type Rollout, type Why } from "./rollout.js";

/** A roll-out as people see it; `offline` are those of the waiting that cannot be reached now. */
export function entryOf(rollout: Rollout, nodes: readonly NodeId[], view: FleetView): RolloutEntry {
  const { id, kind, by, created, status, why, coded, finished = null, labels, strategy, progress } = rollout;
  const said = saidOf(coded ?? why);
  return {
    ...{ id, kind, by, created, status, why: said.reason, whyCoded: said.coded, finished, labels },
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
    const kept = reasons[index];
    const ended = typeof kept === "string" ? { why: kept, coded: undefined, at: null } : kept;
    const waits = isOver(rollout) || node === undefined ? undefined : waitsFor(rollout, index, node);
    nodes.push({
      id,
      name: node?.name ?? null,
      outcome: named,
      step: flights[index]?.step ?? null,
      since: flights[index]?.stepAt ?? ended?.at ?? null,
      ...saidOf(ended?.coded ?? ended?.why ?? waits),
    });
  }
  return { nodes, next: null };
}

/** What another hub has kept may have a code that is not known here. */
export function saidOf(why: Why | undefined) {
  if (why === undefined || typeof why === "string") return { reason: why ?? null, coded: null };
  const coded = "text" in why ? why : codedTextOf(why);
  return { reason: coded.text, coded };
}

/** What a node that is not done is waiting for; undefined where there is nothing to say. */
function waitsFor(
  { flights, progress, strategy, status }: Rollout,
  index: number,
  node: SeenNode,
): Reason | undefined {
  const flight = flights[index];
  if (flight === undefined && progress[index] !== ".") return undefined;
  // It is passed over; one that stops takes none of those that have not begun.
  if (flight === undefined && status === "stopping") return undefined;
  if (!isOnline(node)) return reason(flight === undefined ? "rollout.awaited" : "rollout.offline");
  const { phase } = node.report;
  if (flight === undefined) return phase === "running" ? undefined : inPhase(phase);
  if (flight.step === "confirm") return reason("rollout.applying");
  if (!flight.taken) return reason("rollout.unanswered");
  if (flight.started === undefined)
    return reason(phase === "draining" ? "rollout.draining" : "rollout.notRestarted");
  return flight.healthy === undefined
    ? lacking(flight.before, node.report, strategy)
    : reason("rollout.settling");
}
