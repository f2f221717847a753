import type { Updated } from "@pilothouse/drivers/port";
import type { EventLog } from "../events/event-log.js";

/** Adds an event on how an update ended, for every driver. An aborted one did not fail. */
export async function withOutcome(
  events: Pick<EventLog, "add">,
  signal: AbortSignal,
  update: () => Promise<Updated>,
): Promise<Updated> {
  try {
    const updated = await update();
    const { outcome, status, version } = updated;
    if (outcome === "failed") await events.add("update.failed", { status });
    if (outcome === "installed")
      await events.add("update.ready", { status, ...(version !== undefined && { version }) });
    return updated;
  } catch (error) {
    if (!signal.aborted) await events.add("update.failed", { status: (error as Error).message });
    throw error;
  }
}
