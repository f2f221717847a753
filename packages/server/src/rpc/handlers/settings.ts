import { type RouterSettings, SettingRefused } from "@pilothouse/drivers/port";
import { RpcError, type WritableKey } from "@pilothouse/protocol";
import type { Handlers } from "../answer.js";

/** What the router itself refuses is the caller's mistake, in the router's own words. */
async function refusable<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof SettingRefused) throw new RpcError("invalidParams", error.message);
    throw error;
  }
}

export const settingsHandlers = (
  settings: RouterSettings,
): Pick<Handlers, "NetworkSetting" | "AdvancedSettings"> => ({
  async NetworkSetting({ writes }, call) {
    const SettingsSaved = writes.size > 0;
    const view = SettingsSaved
      ? await refusable(settings.writeNetwork(writes as ReadonlyMap<WritableKey, string>))
      : await settings.network();
    if (SettingsSaved) call.note("network settings written", { names: [...writes.keys()] });
    return { values: view.values, SettingsSaved, RestartNeeded: view.restartNeeded };
  },

  async AdvancedSettings({ setAll: replace, set, getAll, get }, call) {
    const writes = replace !== undefined || set !== undefined;
    const all = writes
      ? await refusable(settings.writeAll({ ...(replace && { replace }), ...(set && { set }) }))
      : await settings.all();
    if (writes)
      call.note("advanced settings written", {
        replaced: replace !== undefined,
        names: [...(replace?.keys() ?? []), ...(set?.keys() ?? [])],
      });
    return {
      ...(getAll !== undefined && { getAll: all }),
      ...(get !== undefined && { get: new Map([[get, all.get(get) ?? null]]) }),
    };
  },
});
