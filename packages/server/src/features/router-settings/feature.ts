import type { Feature } from "../../feature.js";
import { type FindingChecks, found, isEnding } from "../../telemetry/situation.js";
import type { Sampled } from "../sampling/feature.js";
import { ChangeLog } from "./change-log.js";
import { changesHandlers } from "./changes-handlers.js";
import { settingsHandlers } from "./handlers.js";
import { RecordedSettings } from "./recorded-settings.js";

/** The settings of the router, every change of them, and the way back. */
export const routerSettings: Feature<
  Sampled,
  { readonly recorded: RecordedSettings },
  "NetworkSetting" | "AdvancedSettings" | "pilothouse.changes"
> = {
  open({ router, store, clock, log, events, routerQueue }) {
    const changes = new ChangeLog(store, clock, log);
    const recorded = new RecordedSettings(router.settings, changes, events);
    router.settings.onReverted?.((what) => recorded.reverted(what));
    return {
      provides: { recorded },
      handlers: {
        ...settingsHandlers(recorded, routerQueue),
        ...changesHandlers({ settings: recorded, changes, routerQueue }),
      },
      findings: SETTINGS_CHECKS,
    };
  },
};

export const SETTINGS_CHECKS = {
  "settings.restart": (situation) => found(situation.network?.restartNeeded === true && !isEnding(situation)),
} as const satisfies FindingChecks;
