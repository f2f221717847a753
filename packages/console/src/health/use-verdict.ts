import { useCell } from "../state/cell.js";
import { useHelm, useNow, useSpeech } from "../state/hooks.js";
import { type Verdict, verdict } from "./health.js";

/** How the router is now; undefined before the first look. The clock is needed only while values grow old. */
export function useVerdict(): Verdict | undefined {
  const { texts, format } = useSpeech();
  const { live } = useHelm();
  const seen = useCell(live.seen);
  const isStale = useCell(live.stale);
  const now = useNow(isStale);
  return seen && verdict(seen, isStale ? Math.max(now, Date.now()) : seen.at, texts, format);
}
