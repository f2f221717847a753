import type { Level, Profile } from "../check/check.js";
import type { Clause } from "../spec/clause.js";
import type { Trace } from "./trace.js";

export const OUTCOMES = ["pass", "fail", "unsupported", "skipped"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A request of a check as it is shown. */
export interface Shown extends Trace {
  readonly wanted: string;
}

/** What became of one check. */
export interface Result {
  readonly id: string;
  readonly profile: Profile | "client";
  readonly level: Level;
  readonly says: string;
  readonly clause: Clause;
  readonly outcome: Outcome;
  /** Why it did not pass. */
  readonly reason?: string;
  /** The requests of a check that failed, the last one being the one that failed. */
  readonly exchanges?: readonly Shown[];
  readonly endangers?: true;
  readonly ms: number;
}
