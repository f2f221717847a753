import { flagOf, loadSettings, SETTING_NAMES, type SettingName, settingRow } from "@pilothouse/server";
import { type Command, Option } from "commander";

type Options = { readonly [name: string]: string | undefined };

/** Every setting of the service as a flag, straight from the table. */
export function withSettings(command: Command): Command {
  command.option(
    "--config <file>",
    "file of settings (default: pilothouse.toml in the configuration directory)",
  );
  for (const name of SETTING_NAMES) {
    const { kind, says } = settingRow(name);
    command.addOption(new Option(`${flagOf(name)} <value>`, `${says} Wants ${kind.wants}.`));
  }
  return command;
}

/** The settings in force for a command that was given these options. */
export function effectiveFor(command: Command) {
  const options = command.opts<Options>();
  const flags = Object.fromEntries(
    SETTING_NAMES.flatMap((name): [SettingName, string][] => {
      const given = options[new Option(flagOf(name)).attributeName()];
      return given === undefined ? [] : [[name, given]];
    }),
  );
  return loadSettings({ flags, env: process.env, file: options["config"] });
}
