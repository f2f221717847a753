import { badKey, shown } from "@pilothouse/protocol";
import type { Handlers } from "../../rpc/answer.js";
import type { OwnSettings } from "./service-settings.js";

interface Parts {
  readonly own: OwnSettings;
  /** These were changed, by this person or program. */
  readonly changed: (names: readonly string[], by: string) => void;
  /** Only settings whose names begin so: a hub has no budget. */
  readonly prefix?: string;
}

/** Settings of the service itself. */
export const ownSettingsHandlers = ({
  own,
  changed,
  prefix = "",
}: Parts): Pick<Handlers, "pilothouse.settings"> => ({
  async "pilothouse.settings"({ set }, call) {
    if (set !== undefined)
      await call.audited("settings of the service", async (tell) => {
        const strange = Object.keys(set).find((name) => !name.startsWith(prefix));
        if (strange !== undefined)
          throw badKey("set", `has ${shown(strange)}; here only ${prefix}… can be set`);
        const changes = await own.set(set, call.sessionSignal);
        tell(changes);
        const { name, address } = call.actor;
        if (changes.length > 0)
          changed(
            changes.map((change) => change.name),
            name || address,
          );
      });
    return { settings: own.list().filter(({ name }) => name.startsWith(prefix)) };
  },
});
