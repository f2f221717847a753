import { badKey, EVENT_KIND_NAMES, type EventKind } from "@pilothouse/protocol";
import type { Logs } from "../../logs/logs.js";
import type { Handlers } from "../../rpc/answer.js";
import type { EventLog } from "./event-log.js";

interface Needs {
  readonly events: EventLog;
  readonly logs: Logs;
}

/** What happened, and what was said. */
export const recordHandlers = ({
  events,
  logs,
}: Needs): Pick<Handlers, "pilothouse.events" | "pilothouse.logs"> => ({
  "pilothouse.logs": (asked, call) => logs.read(asked, call.turn),

  async "pilothouse.events"({ kinds, ...filter }) {
    const unknown = kinds?.find((kind) => !isEventKind(kind));
    if (unknown !== undefined)
      throw badKey(
        "kinds",
        `has ${JSON.stringify(unknown)}, which is no kind of event; there are ${EVENT_KIND_NAMES.join(", ")}`,
      );
    const found = await events.read({ ...filter, kinds: kinds as readonly EventKind[] | undefined });
    return { events: found, newest: events.newest };
  },
});

const isEventKind = (kind: string): kind is EventKind => EVENT_KIND_NAMES.includes(kind as EventKind);
