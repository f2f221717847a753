import { endingOf, type LifecycleAction } from "@pilothouse/protocol";
import type { Phase } from "../port.js";

const STARTING = 4_000;
const STOPPING = 1_000;
const FIRST_BACK_OFF = 2_000;
const LONGEST_BACK_OFF = 60_000;
/** How long a restart takes. */
export const RESTARTING = STOPPING + STARTING;

type Next = "restart" | "stop";

/** A phase, and the time at which it gives way to the next. */
export type State =
  | { readonly name: "running" | "stopped" }
  | { readonly name: "starting" | "crashed"; readonly until: number }
  | { readonly name: "stopping" | "draining"; readonly next: Next; readonly until: number };

export const isUp = ({ name }: State): boolean => name !== "stopped" && name !== "crashed";

export function toPhase(state: State): Phase {
  if (state.name !== "draining") return { name: state.name };
  const { name, next, until } = state;
  return { name, next, until };
}

export const starting = (now: number): State => ({ name: "starting", until: now + STARTING });
const after = (next: Next, now: number): State => (next === "restart" ? starting(now) : { name: "stopped" });

/** The state after a request at `now`, when the last tunnel would end at `lastEnd`. */
export function requested(state: State, action: LifecycleAction, now: number, lastEnd: number): State {
  const { next, graceful } = endingOf(action);
  switch (state.name) {
    case "stopped":
    case "crashed":
      return after(next, now);
    case "stopping":
      return { ...state, next };
    default:
      return graceful
        ? { name: "draining", next, until: lastEnd }
        : { name: "stopping", next, until: now + STOPPING };
  }
}

/** The state at `now` without any request; the same object when nothing is due. */
export function due(state: State, now: number): State {
  if (!("until" in state) || now < state.until) return state;
  switch (state.name) {
    case "starting":
      return { name: "running" };
    case "crashed":
      return starting(now);
    case "draining":
      return { name: "stopping", next: state.next, until: now + STOPPING };
    case "stopping":
      return after(state.next, now);
  }
}

/** Each crash soon after the one before makes the wait before the next start twice as long. */
export const crashed = (now: number, before: number): State => ({
  name: "crashed",
  until: now + Math.min(LONGEST_BACK_OFF, FIRST_BACK_OFF * 2 ** before),
});
