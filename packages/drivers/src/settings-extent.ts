import type { Settings } from "@pilothouse/protocol";
import { RouterUnavailable, SettingRefused } from "./port-errors.js";

/** Ten times as many as any router has. Each costs time whenever all of them are read, which holds up everybody. */
const MOST = 5_000;
/** As long as all settings can be that are written in one request. */
const LONGEST = 2 ** 20;

const lengthOf = (settings: Settings): number =>
  [...settings].reduce((sum, [name, value]) => sum + name.length + value.length, 0);

/** Throws if a change makes a configuration larger than one may be. One that is so already may be made smaller. */
export function checkExtent(before: Settings, after: Settings): void {
  if (after.size > MOST && after.size > before.size)
    throw new SettingRefused(`A router may have ${MOST} settings at most; these would be ${after.size}`);
  const length = lengthOf(after);
  if (length > LONGEST && length > lengthOf(before))
    throw new SettingRefused(
      `All settings together may have ${LONGEST} characters at most, with their names; these would have ${length}`,
    );
}

/** What a router reports as its settings, unless that is more than any honest one has. */
export function withinExtent(settings: Settings): Settings {
  if (settings.size > MOST)
    throw new RouterUnavailable(
      `The router reports ${settings.size} settings; more than ${MOST} are not read`,
      "failed",
    );
  return settings;
}
