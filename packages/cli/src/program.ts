import type { Driver } from "@pilothouse/drivers/driver";
import { Command, Option } from "commander";
import { type CommandRow, type OptionRow, REMOTE_OPTIONS, sharedOptions } from "./command/command-row.js";
import type { Common, Run } from "./command/context.js";
import { NARROWEST } from "./command/help-width.js";
import { addLateOptions, rowsOf, wrapped } from "./command/late-options.js";
import { COMMAND_GROUPS, FAMILIES } from "./commands.js";
import { version } from "./version.js";

/** The commands, made from their rows. What a command needs is loaded when it runs, so that `--help` is quick. */
export function makeProgram(drivers: readonly Driver[]): Command {
  const lateOptions = (_parent: Command, command: Command) => addLateOptions(command, drivers);
  const program = new Command("pilothouse")
    .description("Manages network routers: the service, and the commands for it and for any server like it.")
    .version(version, "-V, --version")
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "pilothouse: ")) })
    // Options that name a server may stand before the command as well.
    .enablePositionalOptions()
    // Beside the longest option of the service there are 36 columns left of 80.
    .configureHelp({ minWidthToWrap: NARROWEST })
    .hook("preSubcommand", lateOptions)
    .addHelpText("after", wrapped(EXIT_CODES));
  addOptions(program, REMOTE_OPTIONS);
  for (const { title, rows } of COMMAND_GROUPS) {
    program.commandsGroup(title);
    for (const row of rows)
      addCommand(program, row, lateOptions).action((...given) => run(row, given, drivers));
  }
  program.commandsGroup("Help:").helpCommand("help [command...]", "Print the help of a command.");
  return program;
}

type Hook = (parent: Command, command: Command) => Promise<void>;

function addCommand(program: Command, row: CommandRow, lateOptions: Hook): Command {
  const words = row.name.split(" ");
  const parent = words.length > 1 ? family(program, words[0] ?? "", lateOptions) : program;
  const name = words.at(-1) ?? "";
  const command = parent
    .command(name, { hidden: row.hidden === true, isDefault: FAMILIES[parent.name()]?.alone === name })
    .description(row.says);
  for (const { name: argument, says } of row.args ?? []) command.argument(argument, says);
  addOptions(command, row.options ?? []);
  addOptions(command, sharedOptions(row));
  if (row.hidden) command.helpOption(false);
  rowsOf.set(command, row);
  return command;
}

async function run(
  { name, remote, load, reloads }: CommandRow,
  given: readonly unknown[],
  drivers: readonly Driver[],
): Promise<void> {
  const command = given.at(-1) as Command;
  const options = givenTo(command);
  if (!remote) refuseServer(name, options, command);
  // The listener that was there while the program loaded: see start/hang-up.ts.
  if (!reloads) process.removeAllListeners("SIGHUP");
  const [{ makeContext }, act] = await Promise.all([import("./command/context.js"), load()]);
  // Commander has made arguments and options from the row that the command belongs to.
  const context = makeContext(options, drivers);
  await (act as Run<readonly unknown[], Common>)(context, given.slice(0, -2), options, command);
}

/** They may stand before every command, and would go unheard. */
function refuseServer(name: string, options: Common, command: Command): void {
  const given = (["profile", "url", "fingerprint"] as const).find((one) => options[one] !== undefined);
  if (given !== undefined)
    command.error(`error: ${name} works on this machine and takes no server: leave --${given} out`);
}

/** A command's options, and those that stood before it; but not what is only the default of the latter. */
function givenTo(command: Command): Common {
  const options = { ...command.opts<{ [name: string]: unknown }>() };
  for (let above = command.parent; above !== null; above = above.parent)
    for (const [name, value] of Object.entries(above.opts<{ [name: string]: unknown }>()))
      if (above.getOptionValueSource(name) === "cli") options[name] = value;
  return options;
}

/** The command that holds the others of its first word. */
function family(program: Command, name: string, lateOptions: Hook): Command {
  const known = program.commands.find((command) => command.name() === name);
  if (known !== undefined) return known;
  const { says, alone } = FAMILIES[name] ?? { says: "" };
  const made = program.command(name).description(says).hook("preSubcommand", lateOptions);
  if (alone === undefined) made.usage("<command> [options]");
  return made;
}

function addOptions(command: Command, rows: readonly OptionRow[]): void {
  for (const { flags, says, preset, required } of rows) {
    const option = new Option(flags, says).makeOptionMandatory(required === true);
    if (preset !== undefined) option.default(preset);
    command.addOption(option);
  }
}

const EXIT_CODES =
  "Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 not as wanted (fleet drift, fleet apply --dry-run), 4 login needed, 5 unreachable, 7 wait timed out, 130 interrupted.";
