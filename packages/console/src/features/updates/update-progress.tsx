import { useCell } from "../../state/cell.js";
import { useAppState, useI18n, useNow } from "../../state/hooks.js";

/** How long an update is being looked for or installed. */
export function UpdateProgress() {
  const { texts, format, fill } = useI18n();
  const { running } = useCell(useAppState().updates.state);
  const now = useNow(running !== undefined);
  if (running === undefined) return null;
  return (
    <p class="under-way">
      <progress aria-label={texts.control.updates} />{" "}
      {fill(texts.control.runs, { time: format.duration(Math.max(0, now - running.since)) })}
    </p>
  );
}
