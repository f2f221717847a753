import { useCell } from "../../state/cell.js";
import { useAppState, useI18n, useNow } from "../../state/hooks.js";
import { type Verdict, verdict } from "./health.js";

/** The router's current state; undefined before the first poll. The clock is needed only while values are stale. */
export function useVerdict(): Verdict | undefined {
  const { texts, format } = useI18n();
  const { live } = useAppState();
  const snapshot = useCell(live.snapshot);
  const isStale = useCell(live.stale);
  const now = useNow(isStale);
  return snapshot && verdict(snapshot, isStale ? Math.max(now, Date.now()) : snapshot.at, texts, format);
}
