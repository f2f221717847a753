import { endingOf, type LifecycleAction } from "@pilothouse/protocol";
import type { Phase } from "../../port.js";
import { DRAINED_AFTER } from "../quirks.js";

/** A requested end of the router. The server does not report its progress, so it is tracked here. */
export interface Ending {
  readonly next: "restart" | "stop";
  readonly since: number;
  /** The latest end of a graceful wait; null when it was to end at once. */
  readonly until: number | null;
  /** Since when it has not answered. */
  readonly gone: number | null;
}

/** A router that still answers this long after its end was due has ignored the request. */
const OVERDUE_AFTER = 2 * 60_000;
/** Java I2P answers some 16 s after a restart; a small machine takes longer. */
const BACK_WITHIN = 5 * 60_000;

/** What a request makes of the end that is under way; the same one when it changes nothing. */
export function requested(ending: Ending | undefined, action: LifecycleAction, now: number): Ending {
  const { next, graceful } = endingOf(action);
  if (!graceful) return { next, since: now, until: null, gone: null };
  const draining = ending !== undefined && ending.until !== null && ending.gone === null;
  if (draining && ending.next === next) return ending;
  // No tunnels were taken since the first request, so that a second does not wait longer.
  return { next, since: now, until: draining ? ending.until : now + DRAINED_AFTER, gone: null };
}

/** The router answered, and has not restarted since its end was requested. */
export function answering(ending: Ending, now: number): Ending | undefined {
  if (now > (ending.until ?? ending.since) + OVERDUE_AFTER) return undefined;
  return ending.gone === null ? ending : { ...ending, gone: null };
}

/** The router did not answer; undefined when its end does not explain that. */
export function silent(ending: Ending, gone: boolean, now: number): Ending | undefined {
  if (ending.gone === null) {
    if (gone) return { ...ending, gone: now };
    return ending.until === null && now <= ending.since + OVERDUE_AFTER ? ending : undefined;
  }
  return ending.next === "stop" || now <= ending.gone + BACK_WITHIN ? ending : undefined;
}

/** The end of a wait is shown by the current system clock, which was moved by `set` since. */
export function phaseOf(ending: Ending | undefined, set: number): Phase {
  if (ending === undefined) return { name: "running" };
  if (ending.gone !== null) return { name: ending.next === "stop" ? "stopped" : "starting" };
  if (ending.until === null) return { name: "stopping" };
  return { name: "draining", next: ending.next, until: ending.until + set, cancellable: false };
}
