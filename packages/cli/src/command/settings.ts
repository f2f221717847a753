import type { Driver } from "@pilothouse/drivers/driver";
import { flagOf, makeTable, type SettingsTable } from "@pilothouse/server/settings";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Hooks } from "./hooks.js";

/** Every setting that the program has with these drivers and features. */
export const settingsTableOf = async (
  drivers: readonly Driver[],
  features: readonly Pick<Hooks, "settings">[],
): Promise<SettingsTable> =>
  makeTable(drivers, await Promise.all(features.map(({ settings }) => settings())));

/** Settings of the service as flags, straight from the table. */
export function addSettings(command: Command, which: "all" | "data_dir", table: SettingsTable): void {
  command.option(
    "--config <file>",
    "settings file (default: pilothouse.toml in the configuration directory)",
  );
  const known = new Set(command.options.map(({ long }) => long));
  for (const [name, { type, description }] of table) {
    if ((which !== "all" && which !== name) || known.has(flagOf(name))) continue;
    const option = new Option(`${flagOf(name)} <value>`, `${description} Must be ${type.wants}.`);
    command.addOption(type.list ? option.argParser(once) : option);
  }
}

/** The last of several flags counts, as usual. But who gives a list twice wants both. */
function once(value: string, before: string | undefined): string {
  if (before === undefined) return value;
  throw new InvalidArgumentError("It is given twice; give several values as one list.");
}
