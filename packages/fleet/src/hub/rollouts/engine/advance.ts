import { type Reason, reason, reasonAs } from "@pilothouse/protocol";
import type { NodeId } from "../../../bus/hub-bus.js";
import { isOnline, type SeenNode } from "../../view/view.js";
import { Draft } from "./draft.js";
import { beforeOf, inPhase, isHealthy, lacking, startedSince } from "./health.js";
import { type InFlight, isOver, type Rollout } from "./rollout.js";
import { FIRST, type Meaning, STEPS } from "./steps.js";

/** How long a node takes a command after its intent was written. After that it is known not to begin it any more. */
export const COMMAND_LIFE_MS = 20_000;
/** A hub that has just started or connected has not heard of all nodes. */
const GRACE_MS = 60_000;

/** More than any step takes, also with a hub or bus that was away for most of a day. */
const LONGEST_STEP_MS = 24 * 3_600_000;

const VANISHED = reason("rollout.vanished");
const GONE = reason("rollout.gone");

/** What a node has answered to a command, or that no answer came: then it may have carried it out all the same. */
export type Answer = { readonly step: InFlight["step"] } & (
  | { readonly meaning: Meaning }
  | { readonly lost: true }
);

/** What the next state of a roll-out is decided from. */
export interface World {
  readonly now: number;
  /** Since when this hub gets reports. */
  readonly watchingSince: number;
  readonly epoch: number;
  readonly plan: readonly NodeId[];
  readonly node: (id: NodeId) => SeenNode | undefined;
  /** Why nothing may be started on this node. */
  readonly refusal: (node: SeenNode) => Reason | undefined;
  readonly answers: ReadonlyMap<number, Answer>;
  /** A call of this node is still open. */
  readonly isOpen: (index: number) => boolean;
}

/** The next state, or the same one when nothing is to be written. */
export function advance(rollout: Rollout, world: World): Rollout {
  if (isOver(rollout)) return rollout;
  const draft = new Draft(rollout, world.now);
  for (const [index, flight] of Object.entries(rollout.flights)) follow(draft, world, Number(index), flight);
  stopIfFailing(draft);
  if (draft.status === "running") startMore(draft, world);
  draft.finishIfOver();
  return draft.result();
}

/** Takes one node in flight a step further. */
function follow(draft: Draft, world: World, index: number, flight: InFlight): void {
  const node = world.node(world.plan[index] ?? "");
  if (node === undefined) draft.settle(index, "s", GONE);
  else {
    const answered = afterAnswer(draft, world, index, flight);
    if (answered !== undefined) watch(draft, world, index, node, answered);
  }
}

function watch(draft: Draft, world: World, index: number, node: SeenNode, flight: InFlight): void {
  const flying = afterReport(draft, node, world.now, flight);
  const why = flying && overdue(draft.rollout, node, world, flying);
  if (flying === undefined) draft.settle(index, "d");
  else if (why !== undefined) draft.settle(index, "f", why);
  else if (hasDrained(draft.rollout, world, node, flying))
    draft.put(index, next(flying, "restart-now", world));
  else
    draft.put(index, mayRepeat(draft, world, index, flying) ? { ...flying, ...permission(world) } : flying);
}

/** A roll-out that stops repeats no command. */
const mayRepeat = ({ rollout }: Draft, world: World, index: number, flight: InFlight): boolean =>
  rollout.status !== "stopping" &&
  flight.taken === undefined &&
  STEPS[flight.step].reads === undefined &&
  flight.expires <= world.now &&
  world.now < answerLimit(rollout, world, flight) &&
  !world.isOpen(index);

const drainOf = ({ strategy }: Rollout): number => (strategy.graceful ? strategy.drainLimit : 0);

/** Whether a router has waited long enough for the tunnels of others, and by its own word still does. */
const hasDrained = (
  { strategy }: Rollout,
  { now }: World,
  node: SeenNode,
  { step, stepAt, taken }: InFlight,
): boolean =>
  step === "restart" &&
  taken === true &&
  strategy.graceful &&
  now - stepAt > strategy.drainLimit &&
  isOnline(node) &&
  node.report.phase === "draining";

const next = ({ at, before }: InFlight, step: InFlight["step"], world: World): InFlight => ({
  ...{ at, before, step, stepAt: world.now },
  ...permission(world),
});

/** Until when a step's command is repeated. */
const answerLimit = ({ strategy }: Rollout, { watchingSince }: World, { step, stepAt }: InFlight): number =>
  Math.max(stepAt, watchingSince) + STEPS[step].timeoutMs + strategy.healthyDeadline;

const permission = ({ now, epoch }: World) => ({ epoch, expires: now + COMMAND_LIFE_MS });

/** The node after its answer; undefined when it is no longer in flight. */
function afterAnswer(draft: Draft, world: World, index: number, flight: InFlight): InFlight | undefined {
  const answer = world.answers.get(index);
  if (answer === undefined || answer.step !== flight.step) return flight;
  if ("lost" in answer) return flight.maybe ? flight : { ...flight, maybe: true };
  const { meaning } = answer;
  if ("next" in meaning) return next(flight, meaning.next, world);
  switch (meaning.is) {
    case "taken":
      return { ...flight, taken: true };
    case "pending":
      return flight;
    case "done":
      draft.settle(index, "d");
      return undefined;
    case "skipped":
      draft.settle(index, "s", meaning.why);
      return undefined;
    case "failed":
      draft.settle(index, "f", meaning.why);
      return undefined;
  }
}

/** The node after its latest report; undefined when it is healthy again. */
function afterReport(
  { rollout }: Draft,
  node: SeenNode,
  now: number,
  flight: InFlight,
): InFlight | undefined {
  if (!STEPS[flight.step].settles || !flight.taken || !isOnline(node)) return flight;
  const { report } = node;
  const started = flight.started ?? (startedSince(flight.before, report) ? now : undefined);
  if (started === undefined) return flight;
  const healthy = isHealthy(flight.before, report, rollout.strategy)
    ? (flight.healthy ?? report.at)
    : undefined;
  if (healthy !== undefined && report.at - healthy >= rollout.strategy.minHealthy) return undefined;
  // What has not changed is not written again.
  if (started === flight.started && healthy === flight.healthy) return flight;
  const { healthy: _, ...rest } = flight;
  return { ...rest, started, ...(healthy !== undefined && { healthy }) };
}

/** Why a node has failed that is not done in time. */
function overdue(rollout: Rollout, node: SeenNode, world: World, flight: InFlight): Reason | undefined {
  const { now, watchingSince } = world;
  // A bus that comes and goes cannot keep a roll-out under way for ever.
  if (now - flight.stepAt > LONGEST_STEP_MS) return VANISHED;
  if (now - watchingSince < GRACE_MS) return undefined;
  const { healthyDeadline } = rollout.strategy;
  // Time while this hub or its bus was away does not count against a node.
  const since = (time: number) => now - Math.max(time, watchingSince);
  const drain = drainOf(rollout);
  const { step, stepAt, started, taken, expires } = flight;
  if (!isOnline(node) && since(Math.max(node.seen ?? 0, stepAt)) > healthyDeadline) return VANISHED;
  // The node itself waits for its router's health, and puts the old settings back after that.
  if (step === "confirm")
    return since(stepAt) > 2 * (drain + healthyDeadline) ? reason("rollout.unsaid") : undefined;
  const patience = rollout.status === "stopping" ? 0 : answerLimit(rollout, world, flight);
  if (!taken) return now > Math.max(patience, expires) ? reason("rollout.silent") : undefined;
  if (started === undefined)
    return since(stepAt) > drain + healthyDeadline ? reason("rollout.notInTime") : undefined;
  if (since(started) <= healthyDeadline) return undefined;
  if (!isOnline(node)) return VANISHED;
  return reason("rollout.unhealthy", reasonAs("why", lacking(flight.before, node.report, rollout.strategy)));
}

function stopIfFailing(draft: Draft): void {
  const { strategy } = draft.rollout;
  if (draft.status === "stopping") return;
  const failed = draft.count("f");
  if (failed > strategy.failureBudget)
    draft.stop("failed", reason("rollout.budget", { failed, budget: strategy.failureBudget }));
  else if (failed > 0 && draft.count("d") < strategy.canary) draft.stop("failed", reason("rollout.canary"));
}

function startMore(draft: Draft, world: World): void {
  const { strategy, kind, created } = draft.rollout;
  const canaries = strategy.canary - draft.count("d");
  const most = canaries > 0 ? Math.min(canaries, strategy.maxParallel) : strategy.maxParallel;
  let free = most - draft.inFlight;
  if (free <= 0) return;
  for (const index of draft.waiting()) {
    const node = world.node(world.plan[index] ?? "");
    if (node === undefined) draft.settle(index, "s", GONE);
    else {
      const why = unfit(kind, node) ?? world.refusal(node);
      if (why !== undefined) draft.settle(index, "s", why);
      else if (isOnline(node) && node.report.phase === "running") {
        const at = { at: world.now, stepAt: world.now };
        draft.put(index, { ...at, before: beforeOf(node.report), step: FIRST[kind], ...permission(world) });
        if (--free === 0) return;
      } else if (world.now > created + strategy.lineExpiry)
        draft.settle(index, "x", reason("rollout.expired"));
    }
  }
}

/** Why a node is passed over. */
function unfit(kind: Rollout["kind"], node: SeenNode): Reason | undefined {
  if (node.state === "duplicate") return reason("rollout.duplicate");
  if (!isOnline(node)) return undefined;
  const { allow, phase } = node.report;
  if (allow === "read" || (kind === "apply" && allow !== "all")) return reason("rollout.allow", { allow });
  return phase === "stopped" ? inPhase(phase) : undefined;
}
