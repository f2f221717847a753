import type { NetworkView } from "@pilothouse/drivers/port";
import type { EventData, EventKind, RateStat } from "@pilothouse/protocol";
import type { Snapshot } from "../../telemetry/snapshot.js";
import type { BudgetView } from "../traffic/budget/budget.js";

/** Everything that a verdict rests on, at one time. */
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
  readonly updateFound: boolean | undefined;
  readonly updateVersion: string | undefined;
  readonly factory: boolean;
  readonly budget: BudgetView | null;
}
