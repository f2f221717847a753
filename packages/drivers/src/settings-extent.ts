import { MOST_SETTINGS, reason, type Settings } from "@pilothouse/protocol";
import { RouterUnavailable, SettingRefused } from "./port-errors.js";

/** So that a router's answer with all of them is read, however it writes them. */
const LONGEST = 2 ** 19;

const lengthOf = (settings: Settings): number =>
  [...settings].reduce((sum, [name, value]) => sum + name.length + value.length, 0);

/** Throws if a change makes a configuration larger than one may be. One that is so already may be made smaller. */
export function checkExtent(before: Settings, after: Settings): void {
  if (after.size > MOST_SETTINGS && after.size > before.size)
    throw new SettingRefused(reason("settings.many", { most: MOST_SETTINGS, count: after.size }));
  const length = lengthOf(after);
  if (length > LONGEST && length > lengthOf(before))
    throw new SettingRefused(reason("settings.long", { most: LONGEST, count: length }));
}

/** What a router reports as its settings, unless that is more than any honest one has. */
export function withinExtent(settings: Settings): Settings {
  if (settings.size > MOST_SETTINGS)
    throw new RouterUnavailable(
      `The router reports ${settings.size} settings; more than ${MOST_SETTINGS} are not read`,
      "failed",
    );
  return settings;
}
