import { orNone, textAt } from "@pilothouse/system";
import { settingsOf } from "../config/conf.js";
import { withDefaults } from "../guard/closed.js";
import { isOn } from "../guard/rules.js";
import type { Places } from "../places.js";

/** i2pd's options as they count for it: its file, and below it the defaults. */
export interface Options {
  readonly settings: ReadonlyMap<string, string>;
  readonly get: (name: string) => string;
  readonly isOn: (name: string) => boolean;
}

/** A missing or unreadable file counts as an empty one; other checks report that. */
export function optionsOf({ config, mode }: Places): Options {
  const settings = settingsOf(orNone(() => textAt(config)) ?? "");
  const all = withDefaults(mode, settings);
  const get = (name: string) => all.get(name) ?? "";
  return { settings, get, isOn: (name) => isOn(get(name)) };
}
