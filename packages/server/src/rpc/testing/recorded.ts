import type { RouterSettings } from "@pilothouse/drivers/port";
import { ChangeLog } from "../../changes/change-log.js";
import { RecordedSettings } from "../../changes/recorded-settings.js";
import { EventLog } from "../../events/event-log.js";
import { RouterLine } from "../router-line.js";
import type { Stage } from "./stage.js";

/** The settings of a router, recorded in the store of the stage. */
export function recorded({ store, clock, log }: Stage, router: RouterSettings) {
  const changes = new ChangeLog(store, clock, log);
  const settings = new RecordedSettings(router, changes, new EventLog(store, clock, log));
  return { changes, settings, line: new RouterLine() };
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
