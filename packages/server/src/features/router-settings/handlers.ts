import type { Written } from "@pilothouse/drivers/port";
import { type Settings, shownSetting, type WritableKey, withoutSecrets } from "@pilothouse/protocol";
import { changesBetween } from "../../audit/changes.js";
import { networkDetails } from "../../audit/network-details.js";
import type { Handlers } from "../../rpc/answer.js";
import { asInvalidParams, mayTouch, requireNotHidden } from "../../rpc/settings-access.js";
import type { RouterQueue } from "../sampling/router-queue.js";
import type { RecordedSettings } from "./recorded-settings.js";

export const settingsHandlers = (
  settings: RecordedSettings,
  routerQueue: RouterQueue,
): Pick<Handlers, "NetworkSetting" | "AdvancedSettings"> => ({
  NetworkSetting: ({ writes, ifRevision }, call) =>
    routerQueue.wait(async () => {
      const revision = ifRevision === null ? { Revision: await settings.revision() } : {};
      const SettingsSaved = writes.size > 0;
      const view = SettingsSaved
        ? await call.audited("NetworkSetting", async (changed, entry) => {
            const { actor, sessionSignal } = call;
            const written = await asInvalidParams(
              settings.writeNetwork(writes as ReadonlyMap<WritableKey, string>, actor, {
                sessionSignal,
                ifRevision,
                alongside: (one) => [entry(networkDetails(one))],
              }),
            );
            changed(networkDetails(written));
            return written.after;
          })
        : await settings.network();
      const values =
        call.scope === "all"
          ? view.values
          : new Map([...view.values].map(([key, value]) => [key, shownSetting(key, value)] as const));
      return { values, SettingsSaved, RestartNeeded: view.restartNeeded, ...revision };
    }),

  AdvancedSettings: ({ setAll: replace, set, getAll, get, IfRevision: ifRevision }, call) =>
    routerQueue.wait(async () => {
      const revision = ifRevision === null ? { Revision: await settings.revision() } : {};
      requireNotHidden("setAll", replace);
      requireNotHidden("set", set);
      const writes = replace !== undefined || set !== undefined;
      const asked = get === undefined ? [] : [get];
      const all = writes
        ? await call.audited("AdvancedSettings", async (changed, entry) => {
            const { actor, sessionSignal } = call;
            const details = ({ before, after }: Written<Settings>) => changesBetween(before, after);
            const written = await asInvalidParams(
              settings.writeAll({ ...(replace && { replace }), ...(set && { set }) }, actor, {
                sessionSignal,
                ifRevision,
                alongside: (one) => [entry(details(one))],
                check: call.scope === "all" ? undefined : mayTouch(call, [...(set?.keys() ?? []), ...asked]),
              }),
            );
            changed(details(written));
            return written.after;
          })
        : await settings.all();
      mayTouch(call, asked)(all);
      return {
        ...(getAll !== undefined && { getAll: call.scope === "all" ? all : withoutSecrets(all) }),
        ...(get !== undefined && { get: new Map([[get, all.get(get) ?? null]]) }),
        ...revision,
      };
    }),
});
