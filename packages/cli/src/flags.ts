import {
  type Effective,
  flagOf,
  loadSettings,
  SETTING_NAMES,
  type SettingName,
  SettingsError,
  settingRow,
} from "@pilothouse/server/settings";
import { type Command, Option } from "commander";
import { Complaint } from "./exit.js";

/** The options that a command line gave, by the names that commander makes of flags. */
export type SettingFlags = { readonly [name: string]: unknown };

/** Settings of the service as flags, straight from the table. */
export function addSettings(command: Command, which: "all" | SettingName): void {
  command.option(
    "--config <file>",
    "file of settings (default: pilothouse.toml in the configuration directory)",
  );
  const known = new Set(command.options.map(({ long }) => long));
  for (const name of which === "all" ? SETTING_NAMES : [which]) {
    if (known.has(flagOf(name))) continue;
    const { kind, says } = settingRow(name);
    command.addOption(new Option(`${flagOf(name)} <value>`, `${says} Wants ${kind.wants}.`));
  }
}

/** The settings in force for a command that was given these options. */
export function effectiveFor(options: SettingFlags): Effective {
  const text = (name: string) => (typeof options[name] === "string" ? options[name] : undefined);
  const flags = Object.fromEntries(
    SETTING_NAMES.flatMap((name): [SettingName, string][] => {
      const given = text(new Option(flagOf(name)).attributeName());
      return given === undefined ? [] : [[name, given]];
    }),
  );
  try {
    return loadSettings({ flags, env: process.env, file: text("config") });
  } catch (error) {
    throw error instanceof SettingsError ? new Complaint(error.message) : error;
  }
}
