import { badKey, shown } from "@pilothouse/protocol";
import type { Change } from "../../audit/changes.js";
import type { AllFeatures, Feature } from "../../feature.js";
import type { Alongside } from "../../store/store.js";
import type { ServiceSettings } from "./service-settings.js";

interface Needs extends AllFeatures {
  readonly serviceSettings: ServiceSettings;
  /** The event for the write that changes them, by this person or program; absent where there are no events. */
  readonly settingsSaved?: (names: readonly string[], by: string) => Alongside;
  /** Settings were set by RPC. */
  readonly onSettings: () => void;
  /** Only settings whose names begin so: a hub has no budget. */
  readonly settingsPrefix?: string;
}

const namesOf = (changes: readonly Change[]) => changes.map(({ name }) => name);

/** Settings of the service itself. */
export const serviceSettings: Feature<Needs, object, "pilothouse.settings"> = {
  open: ({ serviceSettings, settingsSaved, onSettings, settingsPrefix: prefix = "", features }) => ({
    provides: {},
    handlers: {
      async "pilothouse.settings"({ set, ifRevision }, call) {
        if (ifRevision !== undefined && set === undefined) throw badKey("ifRevision", "wants set as well");
        if (set !== undefined)
          await call.audited("settings of the service", async (tell, entry) => {
            const strange = Object.keys(set).find((name) => !name.startsWith(prefix));
            if (strange !== undefined)
              throw badKey("set", `has ${shown(strange)}; here only ${prefix}… can be set`);
            const { name, address } = call.actor;
            const alongside = (made: readonly Change[]) => [
              entry(made),
              ...(settingsSaved === undefined ? [] : [settingsSaved(namesOf(made), name || address)]),
            ];
            const changes = await serviceSettings.set(set, call.sessionSignal, alongside, ifRevision);
            tell(changes);
            if (changes.length === 0) return;
            onSettings();
            features.reloaded(namesOf(changes));
          });
        return {
          settings: serviceSettings.list().filter(({ name }) => name.startsWith(prefix)),
          revision: serviceSettings.revision,
        };
      },
    },
  }),
};
