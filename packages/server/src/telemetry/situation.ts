import type { NetworkView } from "@pilothouse/drivers/port";
import type { EventData, EventKind, FindingKey, OpenPort, RateStat } from "@pilothouse/protocol";
import type { Snapshot } from "./snapshot.js";

/** The router, and what happened, at one time: findings rest on this, and on what their own rooms know. */
export interface Situation {
  readonly now: number;
  /** Milliseconds since the router last answered; undefined when it never did. */
  readonly age: number | undefined;
  /** Milliseconds for which it has been asked without an answer; 0 when it has answered. */
  readonly waiting: number;
  readonly snapshot: Snapshot;
  /** Undefined when the router cannot be asked for them. */
  readonly network: NetworkView | undefined;
  /** Milliseconds for which the service has watched the router: means are over no longer than that. */
  readonly watched: number;
  readonly mean: (stat: RateStat, period: number) => number;
  /** How often it happened within the last `within` milliseconds. */
  readonly happened: (kind: EventKind, within: number) => number;
  /** The last event of the kind within `within` milliseconds, unless a later one resolves it. */
  readonly open: (kind: EventKind, within: number) => EventData | undefined;
  /** When the last event of the kind happened, in milliseconds since the epoch. */
  readonly openedAt: (kind: EventKind) => number | undefined;
}

/** What a check found: the values of its sentence, and the ports to open. */
export interface Found {
  readonly values?: EventData;
  readonly ports?: readonly OpenPort[];
}

/** Says what it found, or nothing. */
export type FindingCheck = (situation: Situation) => Found | undefined;
export type FindingChecks = { readonly [K in FindingKey]?: FindingCheck };

export const found = (is: boolean, values?: EventData): Found | undefined =>
  is ? { ...(values && { values }) } : undefined;

/** Found while the last event of the kind is not resolved. */
export const opened =
  (kind: EventKind, within = Number.POSITIVE_INFINITY): FindingCheck =>
  ({ open }) => {
    const values = open(kind, within);
    return values && { values };
  };

export const isDown = ({ snapshot: { phase } }: Situation): boolean =>
  phase.name === "stopped" || phase.name === "crashed";

/** It ends or has ended: its next start brings what would otherwise wait for a restart. */
export const isEnding = (situation: Situation): boolean =>
  isDown(situation) || ["draining", "stopping"].includes(situation.snapshot.phase.name);

/** A young router has few peers and builds few tunnels; that is no fault. */
const SETTLING = 10 * 60_000;
/** Over how long means of its traffic say something, in milliseconds. */
export const MEAN_OVER = 5 * 60_000;

/** Has run long enough for its figures to say something. */
export const isSettled = ({ snapshot: { phase, facts } }: Situation): boolean =>
  phase.name === "running" && (facts["router.uptime"] ?? 0) >= SETTLING;
