import { hostname } from "node:os";
import { systemClock } from "@pilothouse/drivers/port";
import type { Feature } from "../../feature.js";
import type { EventLog } from "../record/event-log.js";
import { channelsOf } from "./channels/channels.js";
import { notifyHandler } from "./handlers.js";
import { Notifier, type NotifierOptions } from "./notifier.js";

/** What it is told of: `alertSource` has a service's own findings, or what is found of the nodes of a hub. */
type Needs = Omit<NotifierOptions, "host" | "events"> & {
  readonly events: Pick<EventLog, "add"> & Partial<Pick<EventLog, "on">>;
};

/** Notifications of the operator by webhook, ntfy and e-mail. */
export const notify: Feature<Needs, { readonly notifier: Notifier }, "pilothouse.notify"> = {
  check: (given) => void channelsOf(given, systemClock),
  open(needs) {
    const notifier = new Notifier({ ...needs, host: hostname() });
    // The third crash is the one that matters, and comes soon after the second.
    needs.events.on?.(({ kind }) => kind === "router.crashed" && notifier.hasten());
    return {
      provides: { notifier },
      handlers: notifyHandler(notifier),
      opened: () => notifier.start(),
      stop: () => notifier.stop(),
    };
  },
};
