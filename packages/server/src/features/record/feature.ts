import { badKey, EVENT_KIND_NAMES, type EventKind, type Params } from "@pilothouse/protocol";
import type { Feature, Kernel, Lifecycle } from "../../feature.js";
import type { Logs } from "../../logs/logs.js";
import type { Alongside } from "../../store/store.js";
import { type EventFilter, EventLog } from "./event-log.js";
import { LoginWatch } from "./login-watch.js";
import { RecentEvents } from "./recent-events.js";
import { addStartEvent } from "./service-life.js";

interface Needs extends Kernel {
  readonly logs: Logs;
}

export interface Provides {
  readonly events: EventLog;
  readonly recent: RecentEvents;
  readonly onRefusedLogin: (address: string) => void;
  /** The event of settings of the service, for the write that saves them. */
  readonly settingsSaved: (names: readonly string[], by: string) => Alongside;
}

/** The timeline, of a service or of a hub, without those who read it. */
export function openTimeline({ store, clock, log, version }: Omit<Kernel, "settings">): Lifecycle & {
  readonly provides: Provides;
} {
  const events = new EventLog(store, clock, log);
  const recent = new RecentEvents(events, clock);
  const logins = new LoginWatch(events, clock);
  return {
    provides: {
      ...{ events, recent, onRefusedLogin: (address) => logins.refused(address) },
      settingsSaved: (names, by) => events.entry("settings.saved", () => saved(names, by)),
    },
    start: () => recent.start(),
    opened: () => addStartEvent(events, version),
    reloaded(changed, by) {
      if (changed.length > 0 && by !== undefined) void events.add("settings.saved", saved(changed, by));
    },
    stop: () => recent.stop(),
    close: ({ save }) => (save ? events.add("service.stopped") : undefined),
  };
}

/** What happened, and what was said. */
export const record: Feature<Needs, Provides, "pilothouse.events" | "pilothouse.logs"> = {
  open({ logs, ...kernel }) {
    const timeline = openTimeline(kernel);
    const { events } = timeline.provides;
    return {
      ...timeline,
      handlers: {
        "pilothouse.logs": (asked, call) => logs.read(asked, call.turn),

        async "pilothouse.events"(asked) {
          return { events: await events.read(checkedFilter(asked)), newest: events.newest };
        },
      },
    };
  },
};

/** What a caller asks for, if all its kinds are kinds of events. */
export function checkedFilter(asked: Params<"pilothouse.events">): EventFilter {
  const unknown = asked.kinds?.find((kind) => !EVENT_KIND_NAMES.includes(kind as EventKind));
  if (unknown !== undefined)
    throw badKey(
      "kinds",
      `has ${JSON.stringify(unknown)}, which is no kind of event; there are ${EVENT_KIND_NAMES.join(", ")}`,
    );
  return asked as EventFilter;
}

const saved = (names: readonly string[], by: string) => ({ of: "service", by, names: names.join(", ") });
