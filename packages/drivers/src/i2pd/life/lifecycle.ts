import { endingOf, type LifecycleAction } from "@pilothouse/protocol";
import type { CrashReport, Phase } from "../../port.js";
import type { Next } from "../memory.js";

/** Times in here are of the monotonic clock: a wait does not grow when the system clock is set back. */
export type State =
  | { readonly name: "stopped" | "running" }
  | { readonly name: "starting"; readonly since: number }
  | { readonly name: "draining"; readonly next: Next; readonly until: number }
  | { readonly name: "stopping"; readonly next: Next; readonly until: number }
  | { readonly name: "crashed"; readonly until: number; readonly report?: CrashReport };

/** What must be done to the router for a state to come true. */
export type Operation = "start" | "stop" | "kill" | "drain";

export interface Step {
  readonly state: State;
  readonly operation?: Operation;
}

/** How long a router may take to stop; then it is killed. Debian's own unit waits as long. */
const STOPPING = 30_000;
const FIRST_BACK_OFF = 1_000;
const LONGEST_BACK_OFF = 60_000;

/** `toEpoch` puts a time of the lifecycle into milliseconds since the epoch. */
export function toPhase(state: State, toEpoch: (time: number) => number): Phase {
  switch (state.name) {
    case "draining":
      return { name: state.name, next: state.next, until: toEpoch(state.until) };
    case "crashed":
      return { name: state.name, until: toEpoch(state.until), ...(state.report && { report: state.report }) };
    default:
      return { name: state.name };
  }
}

export const begin = (now: number): Step => ({ state: { name: "starting", since: now }, operation: "start" });

const after = (next: Next, now: number): Step =>
  next === "restart" ? begin(now) : { state: { name: "stopped" } };

const end = (next: Next, now: number): Step => ({
  state: { name: "stopping", next, until: now + STOPPING },
  operation: "stop",
});

/** What a request at `now` leads to; `longest` is how long the last tunnel can still live. */
export function requested(state: State, action: LifecycleAction, now: number, longest: number): Step {
  const { next, graceful } = endingOf(action);
  switch (state.name) {
    case "stopped":
    case "crashed":
      return after(next, now);
    case "stopping":
      return { state: { ...state, next } };
    case "draining":
      // Asked to drain a second time, i2pd stops at once; so it never is.
      return graceful ? { state: { ...state, next } } : end(next, now);
    default:
      return graceful
        ? { state: { name: "draining", next, until: now + longest }, operation: "drain" }
        : end(next, now);
  }
}

interface EngineView {
  readonly alive: boolean;
  /** Its control service answers. Of interest only while it starts. */
  readonly answers: boolean;
  /** Crashes shortly before this one. */
  readonly crashes: number;
}

/** The next step, given what was seen of the router at `now`; the same state when nothing is due. */
export function seen(state: State, { alive, answers, crashes }: EngineView, now: number): Step {
  switch (state.name) {
    case "stopped":
      return alive ? { state: { name: "running" } } : { state };
    case "crashed":
      if (alive) return { state: { name: "running" } };
      return now >= state.until ? begin(now) : { state };
    case "starting":
      if (!alive) return { state: crashed(now, crashes) };
      return answers ? { state: { name: "running" } } : { state };
    case "running":
      return alive ? { state } : { state: crashed(now, crashes) };
    case "draining":
      if (!alive) return after(state.next, now);
      return now >= state.until ? end(state.next, now) : { state };
    case "stopping":
      if (!alive) return after(state.next, now);
      return now >= state.until
        ? { state: { ...state, until: now + STOPPING }, operation: "kill" }
        : { state };
  }
}

/** Each crash soon after the one before makes the wait before the next start twice as long. */
export const crashed = (now: number, before: number): State & { readonly name: "crashed" } => ({
  name: "crashed",
  until: now + Math.min(LONGEST_BACK_OFF, FIRST_BACK_OFF * 2 ** before),
});
