import { orNone, textAt } from "@pilothouse/system";
import { settingsOf } from "../config/conf.js";
import { defaultsOf } from "../guard/closed.js";
import type { Places } from "../places.js";

const IS_ON: ReadonlySet<string> = new Set(["true", "1", "on", "yes"]);

/** i2pd's options as they count for it: its file, and below it the defaults. */
export interface Options {
  readonly settings: ReadonlyMap<string, string>;
  readonly get: (name: string) => string;
  readonly isOn: (name: string) => boolean;
}

/** A missing or unreadable file counts as an empty one; other checks report that. */
export function optionsOf({ config, mode }: Places): Options {
  const settings = settingsOf(orNone(() => textAt(config)) ?? "");
  const defaults = defaultsOf(mode, settings);
  const get = (name: string) => settings.get(name) ?? defaults.get(name) ?? "";
  return { settings, get, isOn: (name) => IS_ON.has(get(name).toLowerCase()) };
}
