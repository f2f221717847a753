import type { Router } from "@pilothouse/drivers/port";
import { ChangeLog } from "../../changes/change-log.js";
import { RecordedSettings } from "../../changes/recorded-settings.js";
import type { EventLog } from "../../events/event-log.js";
import type { Feature, Kernel } from "../../feature.js";
import { changesHandlers } from "../../rpc/handlers/changes.js";
import { settingsHandlers } from "../../rpc/handlers/settings.js";
import type { RouterLine } from "../../rpc/router-line.js";

interface Needs extends Kernel {
  readonly router: Router;
  readonly events: EventLog;
  readonly line: RouterLine;
}

/** The settings of the router, every change of them, and the way back. */
export const routerSettings: Feature<
  Needs,
  { readonly recorded: RecordedSettings },
  "NetworkSetting" | "AdvancedSettings" | "pilothouse.changes"
> = {
  name: "router-settings",
  open({ router, store, clock, log, events, line }) {
    const changes = new ChangeLog(store, clock, log);
    const recorded = new RecordedSettings(router.settings, changes, events);
    router.settings.onReverted?.((what) => recorded.reverted(what));
    return {
      provides: { recorded },
      handlers: {
        ...settingsHandlers(recorded, line),
        ...changesHandlers({ settings: recorded, changes, line }),
      },
    };
  },
};
