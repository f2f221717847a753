import { FINDING_KEYS, type FindingEntry, type FindingKey, findingRow } from "@pilothouse/protocol";
import { savedJson } from "../../store/values.js";

const MINUTE = 60_000;
/** A gap shorter than this does not end a finding: it flaps. */
const GONE_FOR = 2 * MINUTE;

export interface Rule {
  readonly key: string;
  /** For how long it must hold. */
  readonly minutes: number;
}

export interface Given {
  readonly now: number;
  readonly isOn: (key: string) => boolean;
  /** No second alert about the same thing within this many milliseconds. */
  readonly pause: number;
}

/** What is watched for the operator: a service's own findings, or the nodes of a hub. */
export interface NotifyRules {
  readonly rules: readonly Rule[];
  /** The keys of the rules that hold now. */
  holding(): Promise<ReadonlySet<string>>;
  /** How the rules stand now, as text to be kept, and what is to be sent. */
  judge(
    before: string | undefined,
    given: Given,
  ): Promise<{ readonly standings: string; readonly notices: readonly Notice[] }>;
}

/** The findings that are notified, and for how many minutes each must hold. */
export const RULES: readonly { readonly key: FindingKey; readonly minutes: number }[] = FINDING_KEYS.flatMap(
  (key) => {
    const { notify: minutes } = findingRow(key);
    return minutes === undefined ? [] : [{ key, minutes }];
  },
);
export const RULE_KEYS: readonly string[] = RULES.map(({ key }) => key);

/** The state of one rule. */
interface Standing {
  /** Since when it holds; absent while it does not. */
  readonly since?: number;
  /** Since when it is gone, for a while that may be too short to count. */
  readonly gone?: number;
  /** The alert that was sent and is not resolved yet. */
  readonly alert?: FindingEntry;
  /** When the last alert was sent. */
  readonly alerted?: number;
}

export type Standings = { readonly [key: string]: Standing };

export interface Notice {
  readonly event: "alert" | "resolved";
  readonly finding: FindingEntry;
}

export interface Judged {
  readonly standings: Standings;
  readonly notices: readonly Notice[];
}

/** The rules about what is found of one router and its service. */
export const findingRules = (findings: () => Promise<readonly FindingEntry[]>): NotifyRules => ({
  rules: RULES,
  holding: async () => new Set((await findings()).map(({ key }) => key)),
  async judge(before, given) {
    const known = savedJson(before ?? "{}", "the saved state of the notifications") as Standings;
    const { standings, notices } = judge(known, { ...given, findings: await findings() });
    return { standings: JSON.stringify(standings), notices };
  },
});

interface GivenFindings extends Given {
  readonly findings: readonly FindingEntry[];
}

/** What to send now, and the state of each rule after that. */
export function judge(before: Standings, { findings, now, isOn, pause }: GivenFindings): Judged {
  const notices: Notice[] = [];
  const standings = RULES.filter(({ key }) => isOn(key)).flatMap(({ key, minutes }) => {
    const found = findings.find((finding) => finding.key === key);
    const seen = passed(before[key] ?? {}, found !== undefined, now);
    const { notice, standing } = step(seen, found, { key, minutes, now, pause });
    if (notice !== undefined) notices.push(notice);
    return Object.keys(standing).length === 0 ? [] : [[key, standing] as const];
  });
  return { standings: Object.fromEntries(standings), notices };
}

/** The times, after another look. A clock that was set back lengthens nothing. */
function passed({ since, gone, alerted, ...rest }: Standing, holds: boolean, now: number): Standing {
  const last = alerted !== undefined && { alerted: Math.min(alerted, now) };
  if (holds) return { ...rest, ...last, since: Math.min(since ?? now, now) };
  return { ...rest, ...last, ...(since !== undefined && { since, gone: Math.min(gone ?? now, now) }) };
}

function step(
  seen: Standing,
  found: FindingEntry | undefined,
  { key, minutes, now, pause }: { key: FindingKey; minutes: number; now: number; pause: number },
): { readonly notice?: Notice; readonly standing: Standing } {
  const { since, gone, alert, alerted } = seen;
  const last = alerted !== undefined && now - alerted < pause ? { alerted } : {};
  if (since === undefined) return { standing: last };
  if (gone !== undefined && now - gone >= GONE_FOR)
    return {
      standing: last,
      ...(alert !== undefined && !findingRow(key).once && { notice: { event: "resolved", finding: alert } }),
    };
  const isDue = found !== undefined && alert === undefined && now - since >= minutes * MINUTE;
  if (!isDue || "alerted" in last) return { standing: seen };
  return { standing: { since, alert: found, alerted: now }, notice: { event: "alert", finding: found } };
}
