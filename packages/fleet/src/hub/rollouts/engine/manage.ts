import { randomBytes } from "node:crypto";
import { parseJson, RpcError, reason } from "@pilothouse/protocol";
import type { Grant } from "@pilothouse/server";
import type { NodeId } from "../../../bus/hub-bus.js";
import { changeDocument, UNCHANGED } from "../../../state/documents.js";
import { Conflict, type FleetState, type Stored } from "../../../state/state.js";
import { type Plan, readPlan, removePlan, writePlan } from "./plan.js";
import { isOver, keptWhy, type Rollout, readRollout, rolloutKey, type Why } from "./rollout.js";

/** Its nodes are in the order in which they are taken; the document is that of `apply`, the text of the fleet.toml. */
interface RolloutRequest extends Pick<Rollout, "kind" | "labels" | "strategy">, Plan {
  readonly grant: Grant;
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
  const { kind, grant, labels, strategy, nodes, document } = request;
  const id = randomBytes(4).toString("hex");
  const last = await state.get(LAST);
  const all = await allRollouts(state);
  await refuseOverlap(state, all, new Set(nodes));
  await claim(state, last, all, { id, at: now });
  const rollout: Rollout = {
    id,
    kind,
    by: grant.name,
    grant,
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

/** Which roll-out was started last, by any hub, and when. */
const LAST = "last-rollout";
interface Start {
  readonly id: string;
  readonly at: number;
}
/** A hub that was killed while it started one holds up the others for no longer. */
const STARTING_MS = 30_000;

/**
 * Starts are made one after the other, by compare-and-set: otherwise two that are requested at the same moment would
 * not see each other, and could have nodes in common. `all` must have been read after `last`.
 */
async function claim(
  state: FleetState,
  last: Stored | undefined,
  all: readonly Rollout[],
  start: Start,
): Promise<void> {
  const before =
    last === undefined ? undefined : (parseJson(last.text, { what: "a saved roll-out" }) as Start);
  const isUnderWay =
    before !== undefined &&
    Math.abs(start.at - before.at) < STARTING_MS &&
    !all.some(({ id }) => id === before.id);
  try {
    if (!isUnderWay) {
      await state.put(LAST, JSON.stringify(start), last?.revision ?? 0);
      return;
    }
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
  }
  throw new RpcError("refused", "another roll-out is being started; try again in a moment");
}

const allRollouts = async (state: FleetState): Promise<readonly Rollout[]> =>
  [...(await state.list(rolloutKey("")))].map(([, { text }]) => readRollout(text));

/** Rejects if one of these nodes is in a roll-out. */
export const requireFree = async (state: FleetState, nodes: ReadonlySet<NodeId>): Promise<void> =>
  refuseOverlap(state, await allRollouts(state), nodes);

/** A node is in one roll-out at a time: two would restart it under each other. */
async function refuseOverlap(
  state: FleetState,
  all: readonly Rollout[],
  nodes: ReadonlySet<NodeId>,
): Promise<void> {
  for (const { id, kind } of all.filter((one) => !isOver(one))) {
    const shared = (await readPlan(state, id)).nodes.filter((node) => nodes.has(node)).length;
    if (shared === 0) continue;
    throw new RpcError("invalidParams", reason("rollout.overlap", { count: shared, id, kind }));
  }
}

async function forgetOld(state: FleetState, all: readonly Rollout[]): Promise<void> {
  const over = all.filter(isOver).sort((a, b) => b.created - a.created);
  for (const { id } of over.slice(KEPT)) {
    const stored = await state.get(rolloutKey(id));
    if (stored === undefined) continue;
    await removePlan(state, id);
    await state.remove(rolloutKey(id), stored.revision);
  }
}

export type Control = "pause" | "resume" | "end";

const CONTROLS: {
  readonly [C in Control]: (rollout: Rollout, grant: Grant) => Partial<Rollout> | undefined;
} = {
  pause: ({ status }) => (status === "running" ? { status: "paused" } : undefined),
  resume: ({ status }, grant) => (status === "paused" ? { status: "running", grant } : undefined),
  end: (rollout, { name }) => stopped(rollout, reason("rollout.ended", { name })),
};

const stopped = ({ status }: Rollout, why: Why): Partial<Rollout> | undefined =>
  status === "running" || status === "paused"
    ? { status: "stopping", endsAs: "ended", ...keptWhy(why) }
    : undefined;

/** Pauses, resumes or ends a roll-out. What is under way on nodes is not interrupted. */
export async function controlRollout(
  state: FleetState,
  id: string,
  control: Control,
  grant: Grant,
): Promise<Rollout> {
  const changed = await changeDocument<Rollout>(state, rolloutKey(id), (rollout) => {
    if (rollout === undefined) throw new RpcError("invalidParams", `there is no roll-out ${id}`);
    const change = CONTROLS[control](rollout, grant);
    if (change !== undefined) return { ...rollout, ...change };
    throw new RpcError(
      "invalidParams",
      `${control} is not possible: the roll-out ${id} is ${rollout.status}`,
    );
  });
  return changed as Rollout;
}

/** Ends a roll-out as a person would. Resolves with whether this call did it. */
export async function stopRollout(state: FleetState, id: string, why: Why): Promise<boolean> {
  let done = false;
  await changeDocument<Rollout>(state, rolloutKey(id), (rollout) => {
    const change = rollout && stopped(rollout, why);
    done = change !== undefined;
    return rollout === undefined || change === undefined ? UNCHANGED : { ...rollout, ...change };
  });
  return done;
}
