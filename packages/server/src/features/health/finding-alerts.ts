import { FINDING_KEYS, type FindingEntry, type FindingKey, findingDefinition } from "@pilothouse/protocol";
import { savedJson } from "../../store/values.js";
import type { Alert, AlertOptions, AlertSource } from "../notify/alert-source.js";

const MINUTE = 60_000;
/** A gap shorter than this does not end a finding: it flaps. */
const GONE_FOR = 2 * MINUTE;

/** The findings that are notified, and for how many minutes each must hold. */
export const RULES: readonly { readonly key: FindingKey; readonly minutes: number }[] = FINDING_KEYS.flatMap(
  (key) => {
    const { notify: minutes } = findingDefinition(key);
    return minutes === undefined ? [] : [{ key, minutes }];
  },
);

/** The state of one rule. */
interface AlertState {
  /** Since when it holds; absent while it does not. */
  readonly since?: number;
  /** Since when it is gone, for a while that may be too short to count. */
  readonly gone?: number;
  /** The alert that was sent and is not resolved yet. */
  readonly alert?: FindingEntry;
  /** When the last alert was sent. */
  readonly alerted?: number;
}

export type AlertStates = { readonly [key: string]: AlertState };

export interface Checked {
  readonly states: AlertStates;
  readonly alerts: readonly Alert[];
}

/** The rules about what is found of one router and its service. */
export const findingAlerts = (findings: () => Promise<readonly FindingEntry[]>): AlertSource => ({
  rules: RULES,
  holding: async () => new Set((await findings()).map(({ key }) => key)),
  async check(before, given) {
    const known = savedJson(before ?? "{}", "the saved state of the notifications") as AlertStates;
    const { states, alerts } = checkFindings(known, { ...given, findings: await findings() });
    return { states: JSON.stringify(states), alerts };
  },
});

interface GivenFindings extends AlertOptions {
  readonly findings: readonly FindingEntry[];
}

/** What to send now, and the state of each rule after that. */
export function checkFindings(before: AlertStates, { findings, now, isOn, pause }: GivenFindings): Checked {
  const alerts: Alert[] = [];
  const states = RULES.filter(({ key }) => isOn(key)).flatMap(({ key, minutes }) => {
    const found = findings.find((finding) => finding.key === key);
    const seen = passed(before[key] ?? {}, found !== undefined, now);
    const { notice, state } = step(seen, found, { key, minutes, now, pause });
    if (notice !== undefined) alerts.push(notice);
    return Object.keys(state).length === 0 ? [] : [[key, state] as const];
  });
  return { states: Object.fromEntries(states), alerts };
}

/** The times, after another look. A clock that was set back lengthens nothing. */
function passed({ since, gone, alerted, ...rest }: AlertState, holds: boolean, now: number): AlertState {
  const last = alerted !== undefined && { alerted: Math.min(alerted, now) };
  if (holds) return { ...rest, ...last, since: Math.min(since ?? now, now) };
  return { ...rest, ...last, ...(since !== undefined && { since, gone: Math.min(gone ?? now, now) }) };
}

function step(
  seen: AlertState,
  found: FindingEntry | undefined,
  { key, minutes, now, pause }: { key: FindingKey; minutes: number; now: number; pause: number },
): { readonly notice?: Alert; readonly state: AlertState } {
  const { since, gone, alert, alerted } = seen;
  const last = alerted !== undefined && now - alerted < pause ? { alerted } : {};
  if (since === undefined) return { state: last };
  if (gone !== undefined && now - gone >= GONE_FOR)
    return {
      state: last,
      ...(alert !== undefined &&
        !findingDefinition(key).once && { notice: { event: "resolved", finding: alert } }),
    };
  const isDue = found !== undefined && alert === undefined && now - since >= minutes * MINUTE;
  if (!isDue || "alerted" in last) return { state: seen };
  return { state: { since, alert: found, alerted: now }, notice: { event: "alert", finding: found } };
}
