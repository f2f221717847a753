import { badKey, shown } from "@pilothouse/protocol";
import type { Change } from "../../audit/changes.js";
import type { Handlers } from "../../rpc/answer.js";
import type { Alongside } from "../../store/store.js";
import type { ServiceSettings } from "./service-settings.js";

interface Needs {
  readonly serviceSettings: ServiceSettings;
  /** These were changed. */
  readonly changed: (names: readonly string[]) => void;
  /** The event for the write that changes them, by this person or program; absent where there are no events. */
  readonly settingsSaved?: ((names: readonly string[], by: string) => Alongside) | undefined;
  /** Only settings whose names begin so: a hub has no budget. */
  readonly prefix?: string;
}

const namesOf = (changes: readonly Change[]) => changes.map(({ name }) => name);

/** Settings of the service itself. */
export const serviceSettingsHandlers = ({
  serviceSettings,
  changed,
  settingsSaved,
  prefix = "",
}: Needs): Pick<Handlers, "pilothouse.settings"> => ({
  async "pilothouse.settings"({ set }, call) {
    if (set !== undefined)
      await call.audited("settings of the service", async (tell, entry) => {
        const strange = Object.keys(set).find((name) => !name.startsWith(prefix));
        if (strange !== undefined)
          throw badKey("set", `has ${shown(strange)}; here only ${prefix}… can be set`);
        const { name, address } = call.actor;
        const changes = await serviceSettings.set(set, call.sessionSignal, (made) => [
          entry(made),
          ...(settingsSaved === undefined ? [] : [settingsSaved(namesOf(made), name || address)]),
        ]);
        tell(changes);
        if (changes.length > 0) changed(namesOf(changes));
      });
    return { settings: serviceSettings.list().filter(({ name }) => name.startsWith(prefix)) };
  },
});
