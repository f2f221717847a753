import {
  type CommandDefinition,
  notesOf,
  type OptionDefinition,
  REMOTE_OPTIONS,
  sharedOptions,
} from "../command/definition.js";
import { commandGroups } from "../commands.js";
import { loadFeatures } from "../features.js";
import { EXIT_CODES, FILES, VARIABLES } from "./facts.js";

/** The commands as a page for people: `docs/cli.md`. */
export async function commandReference(): Promise<string> {
  const groups = commandGroups(await loadFeatures()).map(({ title, commands }) => ({
    title: title.replace(/:$/, ""),
    commands: commands.filter(({ hidden }) => !hidden),
  }));
  const parts = groups.flatMap(({ title, commands }) => [[`## ${title}`, ""], ...commands.map(section)]);
  return [INTRODUCTION, ...(await Promise.all(parts)).flat()].join("\n").trimEnd().concat("\n");
}

async function section(command: CommandDefinition): Promise<string[]> {
  const usage = [
    "pilothouse",
    command.name,
    "[options]",
    ...(command.args ?? []).map(({ name }) => name),
  ].join(" ");
  const notes = await notesOf(command);
  const options = [
    ...(command.options ?? []),
    ...(command.settings ? [{ flags: "--config <file>", description: "settings file" }] : []),
  ];
  return [
    `### ${command.name}`,
    "",
    command.description,
    "",
    `    ${usage}`,
    "",
    ...table(
      ["Argument", "Meaning"],
      (command.args ?? []).map(({ name, description }) => [tick(name), description]),
    ),
    ...table(["Option", "Meaning"], options.map(optionRow)),
    ...(command.settings ? [settingsSentence(command.settings), ""] : []),
    ...(command.local ? [] : ["Also the [options of every command that talks to a server](#options).", ""]),
    ...(isAlwaysLocal(command)
      ? ["Also `--local`, which changes nothing: it always means this machine.", ""]
      : []),
    ...(notes === undefined ? [] : [notes, ""]),
    ...(command.examples ? ["```sh", ...command.examples, "```", ""] : []),
  ];
}

const isAlwaysLocal = (command: CommandDefinition): boolean =>
  command.local === true && sharedOptions(command).some(({ flags }) => flags === "--local");

const settingsSentence = (which: NonNullable<CommandDefinition["settings"]>): string =>
  which === "all"
    ? "Every [setting of the service](settings.md) is a flag: `https.port` is `--https-port`."
    : "And `--data-dir <dir>`, where the service keeps its store.";

const optionRow = ({ flags, description, preset, required }: OptionDefinition): string[] => [
  tick(flags),
  `${description}${preset === undefined ? "" : ` (${preset} by default)`}${required ? " (required)" : ""}`,
];

const tick = (text: string): string => `\`${text}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line), ""];
}

const INTRODUCTION = `# The command line

Generated from the commands in \`packages/cli\` by \`npm run generate\`; do not edit.

\`pilothouse\` talks to any server of the interface: to Pilothouse, to Java I2P's webapp, to i2pd. Begin with

\`\`\`sh
pilothouse login https://127.0.0.1:7650/
pilothouse info
\`\`\`

## Conventions

Data goes to standard output; progress, questions and errors go to standard error. \`--json\` prints what
was found as JSON, with values as the server sends them: milliseconds, bytes. Colour is for terminals, and
\`NO_COLOR\` switches it off. Nothing is asked without a terminal, or with \`--no-input\`, which every
command takes; commands that ask for confirmation then need \`--yes\`. Misspelled names get a suggestion.

${table(["Exit code", "Meaning"], EXIT_CODES).join("\n").trimEnd()}

## Which server

The first of these that is set: \`--url\` or \`--profile\`; \`PILOTHOUSE_URL\` (or \`I2PCONTROL_URL\`);
\`PILOTHOUSE_PROFILE\`; the current profile. An address that belongs to a profile is trusted as the profile says.

${table(["Variable", "Meaning"], VARIABLES).join("\n").trimEnd()}

No secret is ever given in a flag, where other users of the machine could read it.

## Files

${table(["File", "Holds"], FILES).join("\n").trimEnd()}

Without these variables they are in \`~/.config\` and \`~/.local/state\`. Only their owner can read the files
(0600), and they are replaced atomically. Sessions with an address that has no profile are not saved:
the token is revoked when the command ends.

## Options

Commands that talk to a server take these, also before the command. Those about the service on this machine, such as
\`doctor\` and \`backup\`, take \`--local\` too, and refuse to be given a server.

${table(["Option", "Meaning"], REMOTE_OPTIONS.map(optionRow)).join("\n")}`;
