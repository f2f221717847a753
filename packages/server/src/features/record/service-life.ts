import type { Clock } from "@pilothouse/drivers/port";
import { silentLog } from "../../log.js";
import type { Store } from "../../store/store.js";
import { EventLog } from "./event-log.js";

const hasNotEnded = async (events: EventLog): Promise<boolean> => {
  const [last] = await events.read({ kinds: ["service.started", "service.stopped"], limit: 1 });
  return last?.kind === "service.started";
};

/** A start without an end before it means that the service was killed, or the machine. */
export async function addStartEvent(events: EventLog, version: string): Promise<void> {
  if (await hasNotEnded(events)) await events.add("service.interrupted");
  await events.add("service.started", { version });
}

/** For a store from a backup: it was made while the service ran, which does not mean that the service was killed. */
export async function addEndEvent(store: Store, clock: Clock): Promise<void> {
  const events = new EventLog(store, clock, silentLog);
  if (await hasNotEnded(events)) await events.add("service.stopped");
}
