import { May } from "../../parts/needs.js";
import { Failure, Notice } from "../../parts/notice.js";
import { useCell } from "../../state/cell.js";
import { useAppState, useI18n, useServiceNow, useTask } from "../../state/hooks.js";

/** The lifetime of a tunnel, and so the longest graceful wait. */
const LONGEST_WAIT = 10 * 60_000;

/** A graceful restart or stop in progress: the time left at most, and a button to cancel. */
export function DrainNotice() {
  const { texts, format, announce } = useI18n();
  const { live, session } = useAppState();
  const snapshot = useCell(live.snapshot);
  const { busy, error, run } = useTask();
  const now = useServiceNow();
  const { until, next, router, cancellable } = snapshot?.status ?? {};
  const { cannotCancel } = texts.control;
  if (until == null) return null;
  const left = Math.max(0, until - now);
  const end = next === "restart" ? "restart" : "stop";

  const cancel = () =>
    void run(async () => {
      await session.call("pilothouse.cancel", {});
      announce(texts.control.cancelled);
      await live.poll();
    });
  return (
    <Notice tone="warning">
      <strong>{texts.phases.draining[end]}.</strong>
      <p class="countdown">
        <span>{texts.control.timeLeft}</span> <b role="timer">{format.countdown(left)}</b>
      </p>
      <progress aria-label={texts.control.timeLeft} max={LONGEST_WAIT} value={LONGEST_WAIT - left} />
      <May scope="operate">
        <div class="actions">
          {cancellable === false ? (
            <span>{router === "i2pd" ? cannotCancel.i2pd : cannotCancel.other}</span>
          ) : (
            <button type="button" disabled={busy} onClick={cancel}>
              {texts.control.cancelWait[end]}
            </button>
          )}
          <span>{texts.control.overtake}</span>
        </div>
      </May>
      <Failure error={error} />
    </Notice>
  );
}
