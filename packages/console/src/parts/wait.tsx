import { useCell } from "../state/cell.js";
import { useHelm, useNow, useSpeech } from "../state/hooks.js";
import { Notice } from "./notice.js";

/** A tunnel lives this long, so a graceful wait is never longer. */
const LONGEST_WAIT = 10 * 60_000;

/** A graceful restart or stop under way: how long it takes at most, and what can be done instead. */
export function Wait() {
  const { texts, format } = useSpeech();
  const { live } = useHelm();
  const seen = useCell(live.seen);
  useNow();
  const { until, next } = seen?.status ?? {};
  if (until == null) return null;
  const left = Math.max(0, until - live.now());
  return (
    <Notice tone="warning">
      <strong>{texts.phases.draining[next === "restart" ? "restart" : "stop"]}.</strong>
      <p class="countdown">
        <span>{texts.control.timeLeft}</span> <b role="timer">{format.countdown(left)}</b>
      </p>
      <progress aria-label={texts.control.timeLeft} max={LONGEST_WAIT} value={LONGEST_WAIT - left} />
      <p>{texts.control.overtake}</p>
    </Notice>
  );
}
