import { MOST_SETTINGS, type Settings } from "@pilothouse/protocol";
import { RouterUnavailable, SettingRefused } from "./port-errors.js";

/** So that a router's answer with all of them is read, however it writes them. */
const LONGEST = 2 ** 19;

const lengthOf = (settings: Settings): number =>
  [...settings].reduce((sum, [name, value]) => sum + name.length + value.length, 0);

/** Throws if a change makes a configuration larger than one may be. One that is so already may be made smaller. */
export function checkExtent(before: Settings, after: Settings): void {
  if (after.size > MOST_SETTINGS && after.size > before.size)
    throw new SettingRefused(
      `A router may have ${MOST_SETTINGS} settings at most; these would be ${after.size}`,
    );
  const length = lengthOf(after);
  if (length > LONGEST && length > lengthOf(before))
    throw new SettingRefused(
      `All settings together may have ${LONGEST} characters at most, with their names; these would have ${length}`,
    );
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
