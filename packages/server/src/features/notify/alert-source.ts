import type { FindingEntry } from "@pilothouse/protocol";

export interface Rule {
  readonly key: string;
  /** For how long it must hold. */
  readonly minutes: number;
}

export interface AlertOptions {
  readonly now: number;
  readonly isOn: (key: string) => boolean;
  /** No second alert about the same thing within this many milliseconds. */
  readonly pause: number;
}

/** What is watched for the operator: a service's own findings, or the nodes of a hub. */
export interface AlertSource {
  readonly rules: readonly Rule[];
  /** The keys of the rules that hold now. */
  holding(): Promise<ReadonlySet<string>>;
  /** The alert states now, as text to be stored, and what is to be sent. */
  check(
    before: string | undefined,
    options: AlertOptions,
  ): Promise<{ readonly states: string; readonly alerts: readonly Alert[] }>;
}

export interface Alert {
  readonly event: "alert" | "resolved";
  readonly finding: FindingEntry;
}
