import { type NetworkView, SettingRefused, type Written } from "@pilothouse/drivers/port";
import {
  badKey,
  HIDDEN,
  hiddenIn,
  holdsSecret,
  METHODS,
  RpcError,
  type Settings,
  shownSetting,
  type WritableKey,
  wireKey,
  withoutSecrets,
} from "@pilothouse/protocol";
import { changesBetween } from "../../audit/changes.js";
import { outOfScope } from "../../auth/sessions/require-scope.js";
import type { Handlers } from "../../rpc/answer.js";
import type { Call } from "../../rpc/call.js";
import { onWire } from "../../rpc/spelling.js";
import type { RouterQueue } from "../sampling/router-queue.js";
import type { RecordedSettings } from "./recorded-settings.js";

/** What the router itself refuses is the caller's mistake, in the router's own words. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof SettingRefused)) return error;
  const { key, message, why } = onWire({ key: error.key, message: error.message, why: error.why });
  const data = { ...(key !== undefined && { key }), reason: message };
  return new RpcError("invalidParams", why ?? message, undefined, data);
}

export const asInvalidParams = <T>(write: Promise<T>): Promise<T> =>
  write.catch((error: unknown) => Promise.reject(refusalOf(error)));

const onTheWire = ({ values }: NetworkView): ReadonlyMap<string, string | null> =>
  new Map([...values].map(([key, value]) => [wireKey(METHODS.NetworkSetting, key), value]));

/** What a caller may not see it may not ask for or change either: the scope `all` sees everything. */
export const mayTouch =
  (call: Call, names: Iterable<string>) =>
  (now: Settings): void => {
    if (call.scope === "all") return;
    // Of one that is not set, only a name that is known to hold secrets counts.
    for (const name of names)
      if (holdsSecret(name, now.get(name) ?? "false"))
        throw outOfScope(`${name}, which holds a secret,`, "all", `this token has ${call.scope}`);
  };

/** A client that sends back what it was shown would overwrite the secret behind it. */
export function requireNotHidden(key: string, given: Settings | undefined): void {
  const name = hiddenIn(given ?? new Map());
  if (name !== undefined)
    throw badKey(
      key,
      `has ${name} with the text ${HIDDEN}, which stands for a secret: give the secret itself, or leave it out`,
    );
}

export const settingsHandlers = (
  settings: RecordedSettings,
  routerQueue: RouterQueue,
): Pick<Handlers, "NetworkSetting" | "AdvancedSettings"> => ({
  NetworkSetting: ({ writes }, call) =>
    routerQueue.wait(async () => {
      const SettingsSaved = writes.size > 0;
      const view = SettingsSaved
        ? await call.audited("NetworkSetting", async (changed, entry) => {
            const { actor, sessionSignal } = call;
            const details = ({ before, after }: Written<NetworkView>) =>
              changesBetween(onTheWire(before), onTheWire(after));
            const written = await asInvalidParams(
              settings.writeNetwork(writes as ReadonlyMap<WritableKey, string>, actor, {
                sessionSignal,
                alongside: (one) => [entry(details(one))],
              }),
            );
            changed(details(written));
            return written.after;
          })
        : await settings.network();
      const values =
        call.scope === "all"
          ? view.values
          : new Map([...view.values].map(([key, value]) => [key, shownSetting(key, value)] as const));
      return { values, SettingsSaved, RestartNeeded: view.restartNeeded };
    }),

  AdvancedSettings: ({ setAll: replace, set, getAll, get }, call) =>
    routerQueue.wait(async () => {
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
      };
    }),
});
