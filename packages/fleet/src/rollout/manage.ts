import { randomBytes } from "node:crypto";
import { RpcError } from "@pilothouse/protocol";
import type { NodeId } from "../bus/hub-bus.js";
import { Conflict, type FleetState } from "../state/state.js";
import { readPlan, removePlan, writePlan } from "./plan.js";
import { isOver, type Rollout, type RolloutKind, readRollout, rolloutKey, type Strategy } from "./rollout.js";

export interface RolloutRequest {
  readonly kind: RolloutKind;
  readonly by: string;
  readonly labels: { readonly [name: string]: string };
  readonly strategy: Strategy;
  /** In the order in which they are taken. */
  readonly nodes: readonly NodeId[];
  /** Of `apply`: the text of the fleet.toml. */
  readonly document?: string | undefined;
}

/** This many of the last finished roll-outs are kept. */
const KEPT = 50;

interface Where {
  readonly state: FleetState;
  readonly hub: string;
  readonly now: number;
}

/** Writes a roll-out; the hub named holds its lease. */
export async function createRollout({ state, hub, now }: Where, request: RolloutRequest): Promise<Rollout> {
  const { kind, by, labels, strategy, nodes, document } = request;
  const all = [...(await state.list(rolloutKey("")))].map(([, { text }]) => readRollout(text));
  await refuseOverlap(state, all, new Set(nodes));
  const id = randomBytes(4).toString("hex");
  const rollout: Rollout = {
    id,
    kind,
    by,
    created: now,
    labels,
    strategy,
    status: nodes.length === 0 ? "done" : "running",
    ...(nodes.length === 0 && { finished: now }),
    lease: { hub, epoch: 0 },
    beat: 0,
    progress: ".".repeat(nodes.length),
    flights: {},
    reasons: {},
  };
  await writePlan(state, id, nodes, document);
  await state.put(rolloutKey(id), JSON.stringify(rollout), 0);
  await forgetOld(state, all);
  return rollout;
}

/** A node is in one roll-out at a time: two would restart it under each other. */
async function refuseOverlap(
  state: FleetState,
  all: readonly Rollout[],
  nodes: ReadonlySet<NodeId>,
): Promise<void> {
  for (const { id, kind } of all.filter((one) => !isOver(one))) {
    const shared = (await readPlan(state, id)).nodes.filter((node) => nodes.has(node)).length;
    if (shared === 0) continue;
    const what = shared === 1 ? "one of these nodes is" : `${shared} of these nodes are`;
    throw new RpcError(
      "invalidParams",
      `${what} in the roll-out ${id} (${kind}), which is not over: wait for it, or end it`,
    );
  }
}

async function forgetOld(state: FleetState, all: readonly Rollout[]): Promise<void> {
  const over = all.filter(isOver).sort((a, b) => b.created - a.created);
  for (const { id } of over.slice(KEPT)) {
    const kept = await state.get(rolloutKey(id));
    if (kept === undefined) continue;
    await removePlan(state, id);
    await state.remove(rolloutKey(id), kept.revision);
  }
}

export type Control = "pause" | "resume" | "end";

const CONTROLS: {
  readonly [C in Control]: (rollout: Rollout, by: string) => Partial<Rollout> | undefined;
} = {
  pause: ({ status }) => (status === "running" ? { status: "paused" } : undefined),
  resume: ({ status }) => (status === "paused" ? { status: "running" } : undefined),
  end: ({ status }, by) =>
    status === "running" || status === "paused"
      ? { status: "stopping", endsAs: "ended", why: `ended by ${by}` }
      : undefined,
};

/** Pauses, resumes or ends a roll-out. What is under way on nodes is not interrupted. */
export async function controlRollout(
  state: FleetState,
  id: string,
  control: Control,
  by: string,
): Promise<Rollout> {
  for (;;) {
    const kept = await state.get(rolloutKey(id));
    if (kept === undefined) throw new RpcError("invalidParams", `there is no roll-out ${id}`);
    const rollout = readRollout(kept.text);
    const change = CONTROLS[control](rollout, by);
    if (change === undefined)
      throw new RpcError(
        "invalidParams",
        `${control} is not possible: the roll-out ${id} is ${rollout.status}`,
      );
    const next = { ...rollout, ...change };
    try {
      await state.put(rolloutKey(id), JSON.stringify(next), kept.revision);
      return next;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
}
