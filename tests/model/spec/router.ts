import { type Holder, isEnded, sees } from "./access.js";
import { CODES, type Outcome, refused, type State, stored } from "./model.js";

/**
 * Where a router is in its life. When exactly it ends and starts shows only by what it says of itself; the model knows
 * what it may be, and by when it must have become what was ordered.
 */
export interface RouterLife {
  /** What was ordered; both, where nobody can know. */
  readonly becomes: readonly ("running" | "stopped")[];
  /** By then, on the clock that only goes forward. */
  readonly by: number;
  /** How many starts may come until then. */
  readonly startsDue: number;
  /** When it was restarted at once, until that was seen, on the clock that only goes forward. */
  readonly restartedAt?: number | undefined;
  /** Since when it does not answer. */
  readonly hungSince?: number | undefined;
  /** A graceful wait, and who ordered it; nobody can revoke the operator. */
  readonly waits?: { readonly by: Holder | undefined } | undefined;
  /** What was seen of it last. */
  readonly seen: { readonly phase: Phase; readonly starts: number; readonly until: number | null };
}

export type Phase = "running" | "starting" | "stopping" | "stopped" | "draining" | "crashed" | "unreachable";
export type Action = "Restart" | "RestartGraceful" | "Shutdown" | "ShutdownGraceful";

/** A router lives in whole seconds, and is looked at once a second. */
const SLACK = 3_000;
/** A router that has not answered for so long counts as unreachable; a little sooner, if it was not asked before. */
const SILENT = 10_000;

export const firstLife = ({ driver, ticks }: Pick<State, "driver" | "ticks">): RouterLife => ({
  becomes: ["running"],
  by: ticks + driver.takes.start + SLACK,
  startsDue: 0,
  seen: { phase: "starting", starts: driver.startsAgain ? 1 : 0, until: null },
});

/** A new service takes over a router that runs as it is, and starts one that does not. It counts starts anew. */
export function lifeTakenOver(state: State): RouterLife {
  const { driver, ticks, router } = state;
  const isUp = isAtRest(state) && router.seen.phase === "running";
  const { start, end, drain, backOff } = driver.takes;
  return {
    ...router,
    becomes: router.waits === undefined ? ["running"] : ["running", "stopped"],
    by: ticks + (isUp ? 0 : drain + end + backOff + start) + SLACK,
    startsDue: isUp ? 0 : router.startsDue + 1,
    seen: { ...router.seen, starts: 0 },
  };
}

const UNDER_WAY = ["running", "starting", "stopping", "stopped", "crashed"] as const;

/** An order replaces the one before. */
export function ordered(state: State, action: Action, by: Holder | undefined): Outcome {
  const { driver, ticks, router } = state;
  const isGraceful = action.endsWith("Graceful");
  const isRestart = action.startsWith("Restart");
  const { start, end, drain } = driver.takes;
  const next = {
    ...state,
    router: {
      ...router,
      becomes: [isRestart ? "running" : "stopped"],
      by: ticks + (isGraceful ? drain : 0) + end + start + SLACK,
      // A start that nobody could see yet still counts.
      startsDue: router.startsDue + (isRestart ? 1 : 0),
      waits: isGraceful ? { by } : undefined,
    },
  } as const;
  // Who may revoke it later must be kept; the operator cannot be revoked.
  return isGraceful && by !== undefined ? stored(state, next) : { state: next };
}

/** A router that is up ends and starts again for what it reads only then; the next one is what was ordered, or this. */
export function restartedAtOnce(state: State): State {
  const { driver, ticks, router } = state;
  const isDown = router.seen.phase === "stopped" && isAtRest(state);
  if (isDown && router.hungSince === undefined) return state;
  const { start, end } = driver.takes;
  return {
    ...state,
    // It has started with what is saved before anybody sees that it has.
    running: undefined,
    router: {
      ...router,
      becomes: [...new Set([...router.becomes, "running" as const])],
      by: Math.max(router.by, ticks + end + start + SLACK),
      startsDue: router.startsDue + 1,
      restartedAt: ticks,
    },
  };
}

/** A graceful wait was cancelled, or is within this time: the router keeps running. */
export const cancelled = (state: State, within = 0): State => {
  const { router, ticks } = state;
  const by = Math.min(router.by, ticks + within + SLACK);
  return { ...state, router: { ...router, becomes: ["running"], by, waits: undefined } };
};

/** Whether there is a wait that can still be cancelled; undefined where it may end in this moment. */
export function hasWait({ router, now }: State, within = 0): boolean | undefined {
  const { waits, seen, hungSince } = router;
  if (waits === undefined && seen.phase !== "draining") return false;
  if (seen.phase !== "draining" || hungSince !== undefined) return undefined;
  return seen.until !== null && seen.until - now > within + 2 * SLACK ? true : undefined;
}

/** A change for which the router is restarted is refused while a graceful wait lasts, and changes nothing. */
export function unlessWaiting(state: State, outcome: Outcome): Outcome {
  const waits = hasWait(state);
  if (waits === false) return outcome;
  if ("refused" in outcome) return refused(state, ...outcome.refused, CODES.invalidParams);
  if (waits) return refused(state, CODES.invalidParams);
  return { ...outcome, orRefused: [...(outcome.orRefused ?? []), CODES.invalidParams] };
}

/** A hub looks so often whether the grants of what it ordered have ended. */
const HUB_LOOKS = 8_000;

/**
 * Who ordered a graceful wait was revoked: it is cancelled within a second, or within some by a hub, if it has not
 * ended by then.
 */
export function withoutGrant(state: State): State {
  const { driver, router, hub } = state;
  const by = router.waits?.by;
  // Who may not see the node any more may see it again before the hub looks.
  const isHidden = by !== undefined && !sees(state, by);
  if (!(isHidden || isEnded(state, by)) || !driver.cancels) return state;
  const within = by?.at === "hub" ? HUB_LOOKS : 0;
  const isReached = by?.at !== "hub" || hub?.cutSince === undefined;
  if (isReached && !isHidden && hasWait(state, within) === true) return cancelled(state, within);
  return { ...state, router: { ...router, becomes: ["running", "stopped"] } };
}

/** It has ended by itself, and is started again. */
export const crashed = (state: State): State => {
  const { driver, ticks, router } = state;
  if (isAtRest(state) && router.seen.phase === "stopped") return state;
  const by = ticks + driver.takes.backOff + driver.takes.start + SLACK;
  // While it does not answer, nobody knows whether it was up; nor where it was about to start, or not to.
  const isUnsure = router.hungSince !== undefined || ["stopped", "crashed"].includes(router.seen.phase);
  const becomes = isUnsure ? [...new Set([...router.becomes, "running" as const])] : ["running" as const];
  return {
    ...state,
    router: { ...router, becomes, by, startsDue: router.startsDue + 1, waits: undefined },
  };
};

/** It is what was ordered, and stays so until something happens. */
export const isAtRest = ({ ticks, router }: State): boolean => ticks >= router.by;

/** What it may be now. */
export function phases(state: State): readonly Phase[] {
  const { ticks, router } = state;
  const { hungSince, becomes, waits } = router;
  if (hungSince !== undefined && ticks - hungSince > SILENT + SLACK) return ["unreachable"];
  // Until it is asked again, what was seen last is shown.
  if (hungSince !== undefined) return ["unreachable", router.seen.phase];
  if (isAtRest(state)) return [...becomes];
  const isWaiting = waits !== undefined || router.seen.phase === "draining";
  return [...UNDER_WAY, ...(isWaiting ? (["draining"] as const) : [])];
}
