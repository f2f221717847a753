import type { RouterSettings } from "@pilothouse/drivers/port";
import { EventLog } from "../../features/record/event-log.js";
import { ChangeLog } from "../../features/router-settings/change-log.js";
import { RecordedSettings } from "../../features/router-settings/recorded-settings.js";
import { RouterQueue } from "../../features/sampling/router-queue.js";
import type { Stage } from "./stage.js";

/** The settings of a router, recorded in the store of the stage. */
export function recorded({ store, clock, log }: Stage, router: RouterSettings) {
  const changes = new ChangeLog(store, clock, log);
  const settings = new RecordedSettings(router, changes, new EventLog(store, clock, log));
  return { changes, settings, routerQueue: new RouterQueue() };
}

/** Where a simulated router keeps what it has to keep. */
export function inMemory() {
  let kept: string | undefined;
  return {
    load: async () => kept,
    save: async (text: string) => {
      kept = text;
    },
  };
}
