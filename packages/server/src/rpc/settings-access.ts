import { SettingRefused } from "@pilothouse/drivers/port";
import { badKey, HIDDEN, hiddenIn, holdsSecret, RpcError, reason, type Settings } from "@pilothouse/protocol";
import { outOfScope } from "../auth/sessions/require-scope.js";
import type { Call } from "./call.js";
import { onWire } from "./spelling.js";

/** What the router itself refuses is the caller's mistake, in the router's own words. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof SettingRefused)) return error;
  const { key, message, why } = onWire({ key: error.key, message: error.message, why: error.why });
  const data = { ...(key !== undefined && { key }), reason: message, ...why };
  return new RpcError("invalidParams", message, undefined, data);
}

export const asInvalidParams = <T>(write: Promise<T>): Promise<T> =>
  write.catch((error: unknown) => Promise.reject(refusalOf(error)));

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
  if (name !== undefined) throw badKey(key, reason("settings.hidden", { name, text: HIDDEN }));
}
