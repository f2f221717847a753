import type { AllFeatures, Feature } from "../../feature.js";
import type { Alongside } from "../../store/store.js";
import { serviceSettingsHandlers } from "./handlers.js";
import type { ServiceSettings } from "./service-settings.js";

interface Needs extends AllFeatures {
  readonly serviceSettings: ServiceSettings;
  readonly settingsSaved?: (names: readonly string[], by: string) => Alongside;
  /** Settings were set by RPC. */
  readonly onSettings: () => void;
  /** Only settings whose names begin so: a hub has no budget. */
  readonly settingsPrefix?: string;
}

/** Settings of the service itself. */
export const serviceSettings: Feature<Needs, object, "pilothouse.settings"> = {
  name: "service-settings",
  open: ({ serviceSettings, settingsSaved, onSettings, settingsPrefix, features }) => ({
    provides: {},
    handlers: serviceSettingsHandlers({
      serviceSettings,
      settingsSaved,
      changed(names) {
        onSettings();
        features.reloaded(names);
      },
      ...(settingsPrefix !== undefined && { prefix: settingsPrefix }),
    }),
  }),
};
