import type { Holder } from "./access.js";
import { CODES, type Outcome, type State } from "./model.js";

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
  seen: { phase: "starting", starts: 1, until: null },
});

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
      startsDue: isRestart ? router.startsDue + 1 : router.hungSince === undefined ? 0 : router.startsDue,
      waits: isGraceful ? { by } : undefined,
    },
  } as const;
  // On a full disk only what need not be kept can be ordered.
  return { state: next, ...(state.diskFull && { orRefused: [CODES.internal] }) };
}

/** The router keeps running. Without a wait there is nothing to cancel. */
export function cancelled(state: State): State {
  const { router } = state;
  if (router.waits === undefined) return state;
  // While it does not answer, it may have come to its end unseen.
  if (router.hungSince !== undefined)
    return { ...state, router: { ...router, becomes: ["running", "stopped"], waits: undefined } };
  if (router.seen.phase !== "draining") return state;
  const by = Math.min(router.by, state.ticks + SLACK);
  return { ...state, router: { ...router, becomes: ["running"], by, startsDue: 0, waits: undefined } };
}

/** Who ordered a graceful wait was revoked: it is cancelled within a second, if it has not ended by then. */
export function withoutGrant(state: State): State {
  const { waits, seen } = state.router;
  const by = waits?.by && state.holders.find(({ token }) => token === waits.by?.token);
  if (by === undefined || !by.isGone) return state;
  const endsSooner = seen.until !== null && seen.until - state.now <= 2 * SLACK;
  return endsSooner ? state : cancelled(state);
}

/** It has ended by itself, and is started again. */
export const crashed = (state: State): State => {
  const { driver, ticks, router } = state;
  if (router.seen.phase === "stopped" || router.seen.phase === "crashed") return state;
  const by = ticks + driver.takes.backOff + driver.takes.start + SLACK;
  // While it does not answer, nobody knows whether it was up.
  const becomes = router.hungSince === undefined ? (["running"] as const) : router.becomes;
  return {
    ...state,
    router: { ...router, becomes, by, startsDue: router.startsDue + 1, waits: undefined },
  };
};

/** What it may be now. */
export function phases({ ticks, router }: State): readonly Phase[] {
  const { hungSince, becomes, by, waits } = router;
  if (hungSince !== undefined && ticks - hungSince > SILENT + SLACK) return ["unreachable"];
  // Until it is asked again, what was seen last is shown.
  if (hungSince !== undefined) return ["unreachable", router.seen.phase];
  if (ticks >= by) return [...becomes];
  const isWaiting = waits !== undefined || router.seen.phase === "draining";
  return [...UNDER_WAY, ...(isWaiting ? (["draining"] as const) : [])];
}
