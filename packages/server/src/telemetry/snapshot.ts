import type { CrashReport, Facts, Phase, Reading, UnavailableReason } from "@pilothouse/drivers/port";
import {
  hideInLine,
  hideInReason,
  hideSecrets,
  INFO_KEYS,
  type InfoKey,
  type Reason,
  ROUTER_INFO,
  STOPPED_INFO,
} from "@pilothouse/protocol";

/**
 * How often those who keep samples save them, all in one commit. A memory card wears out by what is written: each
 * minute was 120 MB a day. What a caller is answered is saved at once.
 */
export const SAVE_EVERY_MS = 10 * 60_000;

/** The phase as the service sees it: a router that does not answer is in none that its driver knows. */
export type SeenPhase = Phase | { readonly name: "unreachable"; readonly reason: UnavailableReason };

/** What is known of the router, and since when. */
export interface Snapshot {
  readonly at: number;
  readonly phase: SeenPhase;
  readonly facts: Facts;
  /** As in `Reading`; the last known value is kept when the router ends. */
  readonly starts?: number | undefined;
  readonly note?: Reason | string | undefined;
}

/** The rows' own values for a router that does not run: nothing flows, no peer is active; texts are empty. */
const STOPPED = INFO_KEYS.filter((key) => key !== "router.status").map((key) => {
  return {
    key,
    value: STOPPED_INFO[key as keyof typeof STOPPED_INFO] ?? "",
    extension: "extension" in ROUTER_INFO[key],
  };
});

const RUNS: ReadonlySet<SeenPhase["name"]> = new Set(["running", "starting", "draining", "stopping"]);
const ANSWERS: ReadonlySet<SeenPhase["name"]> = new Set(["running", "draining"]);

export const runs = (phase: SeenPhase): boolean => RUNS.has(phase.name);

/** A router in this phase answers for itself: a key that it does not report, it does not have. */
export const answers = (phase: SeenPhase): boolean => ANSWERS.has(phase.name);

/**
 * The facts of a router that does not run or does not answer: every key, since clients rely on what they
 * ask for. Of the extensions only those that this router has. Its version is the last that was known.
 */
export function stoppedFacts(last: Facts, has: ReadonlySet<InfoKey>): Facts {
  return Object.fromEntries([
    ...STOPPED.flatMap(({ key, value, extension }) => (!extension || has.has(key) ? [[key, value]] : [])),
    ...(last["router.version"] === undefined ? [] : [["router.version", last["router.version"]]]),
  ]);
}

/** What a driver read. It may quote what the router said last, and its log. */
export function withoutSecrets({ note, phase, ...reading }: Reading): Reading {
  return {
    ...reading,
    note: note && hideInReason(note),
    phase: phase.name === "crashed" && phase.report ? { ...phase, report: safe(phase.report) } : phase,
  };
}

const safe = ({ cause, why, lines }: CrashReport): CrashReport => ({
  cause: hideSecrets(cause),
  why: why && hideInReason(why),
  lines: lines.map(hideInLine),
});
