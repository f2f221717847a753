import { badKey, EVENT_KIND_NAMES, type EventKind, RpcError } from "@pilothouse/protocol";
import type { Backups } from "../../backup/backups.js";
import type { EventLog } from "../../events/event-log.js";
import type { Logs } from "../../logs/logs.js";
import type { Handlers } from "../answer.js";

interface Parts {
  readonly events: EventLog;
  readonly logs: Logs;
  readonly backups: Backups;
}

export const backupHandler = (backups: Backups): Pick<Handlers, "pilothouse.backup"> => ({
  "pilothouse.backup"({ passphrase }, call) {
    if (call.peer.access !== "operator")
      throw new RpcError("refused", "a backup is made on the machine itself: pilothouse backup");
    return call.onRecord("backup", () => backups.handOver(passphrase));
  },
});

/** What happened, what was said, and copies of it all. */
export const recordHandlers = ({
  events,
  logs,
  backups,
}: Parts): Pick<Handlers, "pilothouse.events" | "pilothouse.logs" | "pilothouse.backup"> => ({
  ...backupHandler(backups),

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
