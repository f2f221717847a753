import { flagOf, variableOf } from "@pilothouse/server/settings";
import type { SettingDefinition } from "@pilothouse/system";
import {
  type CommandDefinition,
  notesOf,
  type OptionDefinition,
  REMOTE_OPTIONS,
} from "../command/definition.js";
import { settingsTableOf } from "../command/settings.js";
import { commandGroups } from "../commands.js";
import { DRIVERS } from "../drivers.js";
import { loadFeatures } from "../features.js";
import { EXIT_CODES, FILES, VARIABLES } from "./facts.js";
import * as roff from "./roff.js";

export interface Edition {
  readonly version: string;
  /** The day it is of: "2026-11-15". */
  readonly date: string;
}

/** The manual, by the name of its file: the commands, and the settings file. */
export const manualPages = async (edition: Edition): Promise<{ readonly [file: string]: string }> => ({
  "pilothouse.1": await commandsPage(edition),
  "pilothouse.toml.5": await settingsPage(edition),
});

async function commandsPage({ version, date }: Edition): Promise<string> {
  const groups = commandGroups(await loadFeatures()).map(async ({ title, commands }) => [
    roff.subsection(title.replace(/:$/, "")),
    ...(await Promise.all(commands.filter(({ hidden }) => !hidden).map(command))).flat(),
  ]);
  return page([
    roff.heading("pilothouse", 1, date, version, "User Commands"),
    roff.section("name"),
    "pilothouse \\- watch and manage a network router, and the service that does it",
    roff.section("synopsis"),
    `${roff.bold("pilothouse")} [options] ${roff.plain("<command>")} [...]`,
    roff.section("description"),
    "Talks to any server of the remote-management interface: to Pilothouse, to Java I2P, to i2pd. Data goes to",
    "standard output; progress, questions and errors go to standard error.",
    roff.section("commands"),
    ...(await Promise.all(groups)).flat(),
    roff.section("options"),
    roff.paragraph("Commands that talk to a server take these, also before the command:"),
    ...REMOTE_OPTIONS.map(option),
    roff.paragraph(
      "Every command takes `--no-input`. Those about the service on this machine take `--local` too, and no server.",
    ),
    roff.section("exit status"),
    ...EXIT_CODES.map(([code, meaning]) => roff.item(code, meaning)),
    roff.section("environment"),
    ...VARIABLES.map(([name, meaning]) => roff.item(roff.prose(name), meaning)),
    roff.section("files"),
    ...FILES.map(([name, meaning]) => roff.item(roff.prose(name), meaning)),
    roff.section("see also"),
    `${roff.bold("pilothouse.toml")}(5)`,
  ]);
}

async function command(row: CommandDefinition): Promise<string[]> {
  const words = [row.name, ...(row.args ?? []).map(({ name }) => name)].join(" ");
  const notes = await notesOf(row);
  return [
    ".TP",
    roff.bold(words),
    roff.prose(row.description),
    ".RS",
    ...(row.args ?? []).map(({ name, description }) => roff.item(roff.plain(name), description)),
    ...(row.options ?? []).map(option),
    ...(row.settings === "all" ? [roff.paragraph(ALL_SETTINGS)] : []),
    ...(notes === undefined ? [] : [roff.paragraph(notes)]),
    ...(row.examples ? [roff.example(row.examples)] : []),
    ".RE",
  ];
}

const ALL_SETTINGS = "Every setting in pilothouse.toml(5) is a flag: `https.port` is `--https-port`.";

const option = ({ flags, description, preset, required }: OptionDefinition): string =>
  roff.item(
    roff.bold(flags),
    `${description}${preset === undefined ? "" : ` (default: ${preset})`}${required ? " (required)" : ""}`,
  );

async function settingsPage({ version, date }: Edition): Promise<string> {
  return page([
    roff.heading("pilothouse.toml", 5, date, version, "File Formats"),
    roff.section("name"),
    "pilothouse.toml \\- settings of the Pilothouse service",
    roff.section("description"),
    "A file in TOML. A flag outranks an environment variable, and both outrank this file. A setting that is",
    "unknown or bad stops the start and is named. After a change: systemctl restart pilothouse; what is marked",
    "as live also takes systemctl reload pilothouse.",
    roff.section("settings"),
    ...[...(await settingsTableOf(DRIVERS, await loadFeatures()))].map(([name, row]) => setting(name, row)),
    roff.section("see also"),
    `${roff.bold("pilothouse")}(1)`,
  ]);
}

function setting(name: string, row: SettingDefinition): string {
  const { description, type, live, default: preset } = row;
  const shown =
    preset === undefined || typeof preset === "function" ? "" : ` Default: ${type.toToml(preset)}.`;
  return roff.item(
    roff.bold(name),
    `${description} Must be ${type.wants}.${shown} Also ${flagOf(name)} and ${variableOf(name, row)}.${live ? " Live." : ""}`,
  );
}

const page = (lines: readonly string[]): string => `${lines.join("\n")}\n`;
