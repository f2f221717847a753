import type { AllFeatures, Feature } from "../../feature.js";
import type { Alongside } from "../../store/store.js";
import { ownSettingsHandlers } from "./handlers.js";
import type { OwnSettings } from "./service-settings.js";

interface Needs extends AllFeatures {
  readonly own: OwnSettings;
  readonly settingsSaved?: (names: readonly string[], by: string) => Alongside;
  /** Settings were set by RPC. */
  readonly onSettings: () => void;
  /** Only settings whose names begin so: a hub has no budget. */
  readonly settingsPrefix?: string;
}

/** Settings of the service itself. */
export const ownSettings: Feature<Needs, object, "pilothouse.settings"> = {
  name: "service-settings",
  open: ({ own, settingsSaved, onSettings, settingsPrefix, features }) => ({
    provides: {},
    handlers: ownSettingsHandlers({
      own,
      settingsSaved,
      changed(names) {
        onSettings();
        features.reloaded(names);
      },
      ...(settingsPrefix !== undefined && { prefix: settingsPrefix }),
    }),
  }),
};
