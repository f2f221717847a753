import type { Config } from "../port/system.js";
import { isDisturbed as isDisturbedNow, takenBack } from "../spec/applying.js";
import { type Budgeted, constraintOf, limitKeys, looked, ownLimits } from "../spec/budget.js";
import type { State } from "../spec/model.js";
import { isAtRest, type Phase, phases, type RouterLife, withoutGrant } from "../spec/router.js";
import { type Change, differences, saved } from "../spec/settings.js";
import { Broken } from "./broken.js";
import { nodeObserved, queueObserved } from "./hub.js";
import { SENTENCES } from "./sentences.js";
import { type FoundChange, listed, mustList } from "./shown-changes.js";
import type { Views } from "./views.js";

/** What happened by itself in a step since `last`, as the service shows it; it is an error where that may not happen. */
export async function observed(state: State, last: State, views: Views): Promise<State> {
  const withQueue = await queueObserved(state, views);
  const withApplied = await appliedObserved(withoutGrant(withQueue), views);
  const withRouter = await routerObserved(timed(withApplied, last), last, views);
  const withBudget = await budgetObserved(withRouter, last, views);
  const withHub = await nodeObserved(withBudget, views);
  return numbered(timed(withHub, withRouter), views);
}

async function appliedObserved(state: State, views: Views): Promise<State> {
  const { applying, ticks } = state;
  if (applying === undefined) return state;
  const isDisturbed = isDisturbedNow(state, applying);
  const waiting = { ...state, applying: { ...applying, isDisturbed } };
  const { result: status } = await views.answer("pilothouse.apply");
  const must = (isSo: boolean) => {
    if (!isSo) throw new Broken(SENTENCES.applied, `the template is ${JSON.stringify(status)}`);
  };
  if (status?.["state"] === "applied") {
    must((status["differences"] as readonly unknown[]).length === 0);
    return { ...state, applying: undefined };
  }
  const isPending = status?.["state"] === "pending";
  must(isDisturbed || (isPending && ticks < applying.by));
  return isPending || status === undefined ? waiting : takenBack(state, applying);
}

const timed = (state: State, last: State): State =>
  differences(last.saved, state.saved).size === 0 ? state : { ...state, savedAt: state.ticks };

async function routerObserved(state: State, last: State, views: Views): Promise<State> {
  const status = await views.result("pilothouse.status");
  const seen = {
    phase: status["phase"] as Phase,
    starts: Number(status["starts"]),
    until: status["until"] as number | null,
  };
  const allowed = phases(state);
  if (!allowed.includes(seen.phase))
    throw new Broken(
      SENTENCES.byItself,
      `the router is ${seen.phase}, and may only be ${allowed.join(", ")}`,
    );
  const { router } = state;
  // While it does not answer, nothing else of it is known.
  if (router.hungSince !== undefined)
    return {
      ...state,
      router: { ...router, seen: { ...router.seen, phase: seen.phase } },
      ...(router.startsDue > 0 && { running: undefined }),
    };
  const starts = seen.starts - router.seen.starts;
  if (starts < 0 || starts > router.startsDue)
    throw new Broken(
      SENTENCES.byItself,
      `the router started ${starts} times, and may do so ${router.startsDue} times`,
    );
  const waits = status["restartNeeded"] === true;
  const due = router.startsDue - starts;
  const hasArrived =
    due === 0 && router.becomes.length === 1 && router.becomes.some((one) => one === seen.phase);
  const by = hasArrived ? Math.min(router.by, state.ticks) : router.by;
  const isOver = state.ticks >= by;
  const next: RouterLife = {
    ...router,
    seen,
    by,
    startsDue: isOver ? 0 : due,
    ...(isOver && { waits: undefined, restartedAt: undefined }),
  };
  return { ...state, router: next, running: runningSeen(state, last, { starts, isOver, waits }) };
}

/** It may have started before the last save, and where it did not answer before any of them. */
function runningSeen(
  { driver, ticks, saved, savedAt, running, router }: State,
  last: State,
  seen: { readonly starts: number; readonly isOver: boolean; readonly waits: boolean },
): Config | undefined {
  // Nobody knew, and now nothing waits.
  if (seen.isOver && running === undefined && !seen.waits) return saved;
  if (seen.starts === 0) return running;
  const isLater = savedAt < (router.restartedAt ?? ticks - driver.takes.seen);
  return last.router.hungSince === undefined && isLater ? saved : undefined;
}

/** What the budget writes as soon as it looks, whatever it knows; undefined where it may as well write nothing. */
export async function budgetDue(state: State, views: Views): Promise<string | undefined> {
  const { router, saved: before } = state;
  if (!isAtRest(state) || router.seen.phase !== "running" || router.hungSince !== undefined) return undefined;
  const { budget } = await views.result("pilothouse.traffic");
  const percent = (budget as { readonly percent: number | null } | null)?.percent ?? undefined;
  const constraint = constraintOf(state, percent);
  const writes = state.held.map((held) => looked(state, { held, saved: before }, constraint).saved);
  if (writes.some((after) => after === before)) return undefined;
  return JSON.stringify([state.changes.length, router.seen.starts, ...writes.map((after) => [...after])]);
}

/** What there may be if the budget has looked by now, and has written something. */
export async function budgetLooks(state: State, views: Views): Promise<readonly State[]> {
  const { budget } = await views.result("pilothouse.traffic");
  const percent = (budget as { readonly percent: number | null } | null)?.percent ?? undefined;
  const constraint = constraintOf(state, percent);
  const { saved: before } = state;
  return state.held
    .flatMap((held) =>
      [false, true].map((forgot) => looked(state, { held, saved: before }, constraint, forgot)),
    )
    .filter((after) => after.saved !== before)
    .map(({ held, saved: after }) => ({ ...writtenByBudget(state, after), held: [held] }));
}

const writtenByBudget = (state: State, config: Config): State =>
  saved(state, config, { part: "network", by: "budget", keys: limitKeys(state) }).state;

const isNothing = (held: State["held"][number]) => Object.values(held).every((one) => one === undefined);

interface Possible extends Budgeted {
  readonly writes: readonly Config[];
}

/** The budget looks at times of its own: several times at most, under what held before and what holds now. */
async function budgetObserved(state: State, last: State, views: Views): Promise<State> {
  const found = await views.configuration();
  const shown = (await views.result("pilothouse.traffic"))["budget"] as {
    readonly percent: number | null;
    readonly own: object;
  } | null;
  const percent = shown?.percent ?? undefined;
  const isUnknown = shown === null;
  const isSame = (one: Budgeted) =>
    differences(one.saved, found).size === 0 &&
    (isUnknown || JSON.stringify(ownLimits(state, one)) === JSON.stringify(shown?.own));
  let possible: readonly Possible[] = state.held.map((held) => ({ held, saved: state.saved, writes: [] }));
  const constraints = [
    constraintOf({ ...state, now: last.now }, percent),
    ...(percent === undefined ? [] : [constraintOf({ ...state, now: last.now }, undefined)]),
    constraintOf(state, percent),
  ];
  const isIdle = constraints.every(({ id }) => id === "") && state.held.every(isNothing);
  for (const constraint of isIdle ? [] : constraints) {
    const look = (one: Possible) =>
      [false, true].map((forgot) => after(one, looked(state, one, constraint, forgot)));
    const once = unique(possible.flatMap(look));
    possible = unique([...possible, ...once, ...once.flatMap(look)]);
  }
  const fitting = possible.filter(isSame);
  if (fitting.length === 0) throw new Broken(SENTENCES.byItself, mismatch(state, found, shown));
  const held = [...new Map(fitting.map((one) => [JSON.stringify(one.held), one.held])).values()];
  const { writes } = await likeliest(fitting, state, views);
  return writes.reduce(writtenByBudget, { ...state, held } as State);
}

/** Of what the budget may have done: what is on record, and else the least. */
async function likeliest(fitting: readonly Possible[], state: State, views: Views): Promise<Possible> {
  const least = fitting.reduce((a, b) => (b.writes.length < a.writes.length ? b : a));
  const isKnown = state.changes.map(({ id }) => id);
  const { changes } = await views.result("pilothouse.changes", { limit: 4 });
  const others = (changes as readonly FoundChange[]).filter(({ id }) => !isKnown.includes(id));
  const missing = isKnown.filter((id) => id === undefined).length;
  const asMany = fitting.filter(({ writes }) => writes.length === others.length - missing);
  const isOnRecord = ({ writes }: Possible) =>
    writes.toReversed().every((after, n) => {
      const before = writes.at(-2 - n) ?? state.saved;
      const change = {
        part: "network",
        undoes: [],
        by: "budget",
        keys: limitKeys(state),
        before,
        after,
      } as const;
      return JSON.stringify(listed(others[n] ?? {})) === JSON.stringify(mustList(state, change));
    });
  return asMany.find(isOnRecord) ?? asMany[0] ?? least;
}

/** Most looks change nothing, or the same. */
const unique = (all: readonly Possible[]): readonly Possible[] => [
  ...new Map(
    all.map((one) => [JSON.stringify([one.held, one.writes.map((config) => [...config])]), one]),
  ).values(),
];

const after = (one: Possible, next: Budgeted): Possible => ({
  ...next,
  writes: next.saved === one.saved ? one.writes : [...one.writes, next.saved],
});

function mismatch(state: State, found: Config, shown: unknown): string {
  const wrong = [...differences(state.saved, found)].map(
    ([name, [expected, is]]) => `${name} should be ${expected ?? "unset"} and is ${is ?? "unset"}`,
  );
  return [
    ...wrong,
    `the budget shows ${JSON.stringify(shown)}`,
    `it may know ${JSON.stringify(state.held)}`,
  ].join("; ");
}

/** The service numbers its changes, and knows which of those that it made by itself came first. */
async function numbered(state: State, views: Views): Promise<State> {
  const missing = state.changes.filter(({ id }) => id === undefined).length;
  if (missing === 0) return state;
  const { changes } = await views.result("pilothouse.changes", { limit: Math.max(4, missing) });
  const found = (changes as readonly FoundChange[]).slice(0, missing).toReversed();
  const from = state.changes.length - missing;
  const open = state.changes.slice(from);
  const named = found.flatMap((one): readonly Change[] => {
    const isSo = (change: Change) =>
      change.part === one.part && JSON.stringify(mustList(state, change)) === JSON.stringify(listed(one));
    const [change] = open.splice(Math.max(0, open.findIndex(isSo)), 1);
    return change === undefined ? [] : [{ ...change, ...(one.id !== undefined && { id: one.id }) }];
  });
  return { ...state, changes: [...state.changes.slice(0, from), ...named, ...open] };
}
