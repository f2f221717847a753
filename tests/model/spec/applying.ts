import type { Config } from "../port/system.js";
import { type Holder, isEnded } from "./access.js";
import type { State } from "./model.js";
import { ordered } from "./router.js";
import { differences, saved } from "./settings.js";

/** Settings of a template that are written, and count only when the router has come back healthy. */
export interface Applying {
  /** What it has changed of the configuration: each name with the value before and after. */
  readonly changes: ReadonlyMap<string, readonly [string | null, string | null]>;
  /** By then it is applied, if nobody gets in its way. */
  readonly by: number;
  readonly holder: Holder | undefined;
  /** As it was when the router was to be restarted. */
  readonly from: State;
  /** Whether somebody got in its way: then it may be applied or taken back. */
  readonly isDisturbed: boolean;
}

/** A router is taken for healthy after so long, and looked at once a second. */
const PROVEN = 10_000;

/** The template is written, and the router is ordered to restart. */
export function applyingBegun(
  state: State,
  before: Config,
  action: "Restart" | "RestartGraceful",
  holder: Holder | undefined,
): State {
  const { state: from } = ordered(state, action, holder);
  const by = from.router.by + state.driver.takes.seen + PROVEN;
  const changes = differences(before, state.saved);
  return { ...from, applying: { changes, by, holder, from, isDisturbed: false } };
}

/** Whether anything happened since that could keep a router from coming back with these settings. */
export function isDisturbed(state: State, { holder, from, ...applying }: Applying): boolean {
  const { now, ticks, router, changes } = state;
  return (
    applying.isDisturbed ||
    // An order, a crash, a restart of the service: each makes another list of what becomes of the router.
    router.becomes !== from.router.becomes ||
    router.hungSince !== undefined ||
    state.diskFull ||
    now - ticks !== from.now - from.ticks ||
    isEnded(state, holder) ||
    changes.slice(from.changes.length).some(({ by }) => by !== "budget")
  );
}

/** The old values are back, but for what has another value since. The router may be restarted for it. */
export function takenBack(state: State, { changes }: Applying): State {
  const { driver, ticks, router } = state;
  const old = new Map(state.saved);
  for (const [name, [before, after]] of changes) {
    if ((state.saved.get(name) ?? null) !== after) continue;
    if (before === null) old.delete(name);
    else old.set(name, before);
  }
  const { state: next } = saved(state, old, { part: "advanced" });
  return {
    ...next,
    applying: undefined,
    running: undefined,
    router: {
      ...router,
      becomes: [...new Set([...router.becomes, "running" as const])],
      by: Math.max(router.by, ticks + driver.takes.end + driver.takes.start + 3_000),
      startsDue: router.startsDue + 1,
    },
  };
}
