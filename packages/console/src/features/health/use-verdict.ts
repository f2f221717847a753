import { useCell } from "../../state/cell.js";
import { useAppState, useI18n, useLoaded, useNow } from "../../state/hooks.js";
import { type Severity, type Verdict, verdict } from "./health.js";

/**
 * The current state of the router or the fleet, or what the hub says of a node if that is worse; undefined before the
 * first poll. The clock is needed only while values are stale.
 */
export function useVerdict(): Verdict | undefined {
  const i18n = useI18n();
  const { texts, format, language } = i18n;
  const { live } = useAppState();
  const snapshot = useCell(live.snapshot);
  const hub = useCell(live.hub);
  const said = useCell(live.said);
  const isStale = useCell(live.stale);
  const now = useNow(isStale);
  const isHub = hub !== undefined;
  const load = async () => (isHub ? (await import("./hub-verdict.js")).loadHubVerdict(language) : undefined);
  const ofHub = useLoaded(load, [language, isHub]).value;
  const time = (at: number) => (isStale ? Math.max(now, Date.now()) : at);
  if (hub !== undefined) return ofHub?.(hub, time(hub.at), texts, i18n);
  if (snapshot === undefined) return said;
  const own = verdict(snapshot, time(snapshot.at), texts, format);
  return said !== undefined && RANKS[said.severity] > RANKS[own.severity] ? said : own;
}

const RANKS = { good: 0, testing: 1, warning: 2, error: 3 } as const satisfies Record<Severity, number>;
