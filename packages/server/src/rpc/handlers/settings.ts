import { type NetworkView, SettingRefused } from "@pilothouse/drivers/port";
import {
  looksSecret,
  METHODS,
  NETWORK_KEYS,
  RpcError,
  type WritableKey,
  wireKey,
} from "@pilothouse/protocol";
import { changesBetween } from "../../audit/changes.js";
import type { RecordedSettings } from "../../changes/recorded-settings.js";
import type { Handlers } from "../answer.js";
import type { RouterLine } from "../router-line.js";

/** What the router itself refuses is the caller's mistake, in the router's own words. */
export async function refusable<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof SettingRefused)) throw error;
    const { key, message, why } = error;
    const data = { ...(key !== undefined && { key: onWire(key) }), reason: message };
    throw new RpcError("invalidParams", why ?? message, undefined, data);
  }
}

/** A network key as the interface spells it; an advanced setting has the name that the router gave it. */
const onWire = (key: string): string =>
  (NETWORK_KEYS as readonly string[]).includes(key) ? wireKey(METHODS.NetworkSetting, key) : key;

const onTheWire = ({ values }: NetworkView): ReadonlyMap<string, string | null> =>
  new Map([...values].map(([key, value]) => [wireKey(METHODS.NetworkSetting, key), value]));

const withoutSecrets = (all: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...all].filter(([name]) => !looksSecret(name)));

export const settingsHandlers = (
  settings: RecordedSettings,
  line: RouterLine,
): Pick<Handlers, "NetworkSetting" | "AdvancedSettings"> => ({
  NetworkSetting: ({ writes }, call) =>
    line.wait(async () => {
      const SettingsSaved = writes.size > 0;
      const view = SettingsSaved
        ? await call.onRecord("NetworkSetting", async (changed) => {
            const { before, after } = await refusable(
              settings.writeNetwork(writes as ReadonlyMap<WritableKey, string>, call.actor, call.permit),
            );
            changed(changesBetween(onTheWire(before), onTheWire(after)));
            return after;
          })
        : await settings.network();
      return { values: view.values, SettingsSaved, RestartNeeded: view.restartNeeded };
    }),

  AdvancedSettings: ({ setAll: replace, set, getAll, get }, call) =>
    line.wait(async () => {
      const writes = replace !== undefined || set !== undefined;
      const all = writes
        ? await call.onRecord("AdvancedSettings", async (changed) => {
            const { before, after } = await refusable(
              settings.writeAll(
                { ...(replace && { replace }), ...(set && { set }) },
                call.actor,
                call.permit,
              ),
            );
            changed(changesBetween(before, after));
            return after;
          })
        : await settings.all();
      return {
        ...(getAll !== undefined && { getAll: call.scope === "all" ? all : withoutSecrets(all) }),
        ...(get !== undefined && { get: new Map([[get, all.get(get) ?? null]]) }),
      };
    }),
});
