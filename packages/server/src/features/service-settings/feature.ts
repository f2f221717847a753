import type { AllFeatures, Feature } from "../../feature.js";
import { ownSettingsHandlers } from "./handlers.js";
import type { OwnSettings } from "./service-settings.js";

interface Needs extends AllFeatures {
  readonly own: OwnSettings;
  /** Settings were set by RPC. */
  readonly onSettings: () => void;
  /** Only settings whose names begin so: a hub has no budget. */
  readonly settingsPrefix?: string;
}

/** Settings of the service itself. */
export const ownSettings: Feature<Needs, object, "pilothouse.settings"> = {
  name: "own-settings",
  open: ({ own, onSettings, settingsPrefix, features }) => ({
    provides: {},
    handlers: ownSettingsHandlers({
      own,
      changed(names, by) {
        onSettings();
        features.reloaded(names, by);
      },
      ...(settingsPrefix !== undefined && { prefix: settingsPrefix }),
    }),
  }),
};
