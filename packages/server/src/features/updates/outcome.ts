import { NotPossible, RouterUnavailable, type Updated } from "@pilothouse/drivers/port";
import { type Reason, reasonAs } from "@pilothouse/protocol";
import type { EventLog } from "../record/event-log.js";

/** Adds an event on how an update ended, for every driver. An aborted one did not fail. */
export async function withOutcome(
  events: Pick<EventLog, "add">,
  signal: AbortSignal,
  update: () => Promise<Updated>,
): Promise<Updated> {
  try {
    const updated = await update();
    const { outcome, status, why = status, version } = updated;
    const said = reasonAs("status", why);
    if (outcome === "failed") await events.add("update.failed", said);
    if (outcome === "installed")
      await events.add("update.ready", { ...said, ...(version !== undefined && { version }) });
    return updated;
  } catch (error) {
    if (!signal.aborted) await events.add("update.failed", reasonAs("status", whyOf(error as Error)));
    throw error;
  }
}

const whyOf = (error: Error): Reason | string =>
  (error instanceof NotPossible || error instanceof RouterUnavailable ? error.why : undefined) ??
  error.message;
