import type { Driver } from "@pilothouse/drivers/driver";
import { Command, CommanderError, Option } from "commander";
import type { Common, Run } from "./command/context.js";
import {
  COMPLETE,
  type CommandDefinition,
  type Families,
  type Feature,
  type OptionDefinition,
  REMOTE_OPTIONS,
  sharedOptions,
} from "./command/definition.js";
import { NARROWEST } from "./command/help-width.js";
import { addLateOptions, definitionOf, wrapped } from "./command/late-options.js";
import { commandGroups, families } from "./commands.js";
import { LEFT_OUT, loadFeatures, requireKnown } from "./features.js";
import { version } from "./package-file.js";
import { Complaint, complain, EXIT, endWithReader } from "./terminal/exit.js";

/** The whole command line: what was typed, with the kinds of router that can be managed. */
export async function runProgram(drivers: readonly Driver[]): Promise<void> {
  // Node would open its debugger at this signal, to every user of the machine.
  process.on("SIGUSR1", () => {});
  endWithReader();
  try {
    requireKnown(LEFT_OUT);
    const typed = asTyped(process.argv.slice(2));
    const program = await makeProgram(drivers, firstWord(typed));
    await program.parseAsync(typed, { from: "user" });
  } catch (error) {
    // Commander has already said what was wrong with the command line.
    if (!(error instanceof CommanderError)) process.exitCode = complain(error);
    else if (error.code === "commander.unknownCommand" && LEFT_OUT.length > 0)
      process.exitCode = complain(
        new Complaint(`left out here (PILOTHOUSE_WITHOUT): ${LEFT_OUT}`, EXIT.usage),
      );
    else process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}

/** `help net set` means `net set --help`: commander would only look at the first word. */
const asTyped = ([first, ...words]: readonly string[]): string[] =>
  first === "help" && words.length > 0 ? [...words, "--help"] : first === undefined ? [] : [first, ...words];

/** The command's, or that of the command whose words the shell wants completed. */
const firstWord = ([first, , ...words]: readonly string[]): string | undefined =>
  first === COMPLETE ? words.slice(0, -1)[0] : first;

/**
 * The commands, made from their definitions; only those that begin with `word`, if there are any, since making all of
 * them takes a good part of a start. What one needs is loaded when it runs, so that `--help` is quick.
 */
export async function makeProgram(drivers: readonly Driver[], word?: string): Promise<Command> {
  const features = await loadFeatures();
  const lateOptions = (_parent: Command, command: Command) => addLateOptions(command, drivers, features);
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
  const shared = { families: families(features), lateOptions };
  const groups = commandGroups(features);
  const isChosen = ({ name }: CommandDefinition) => name.split(" ")[0] === word;
  const isWhole = !groups.some(({ commands }) => commands.some(isChosen));
  for (const { title, commands } of groups) {
    program.commandsGroup(title);
    for (const definition of commands.filter((one) => isWhole || isChosen(one) || one.name === COMPLETE))
      addCommand(program, definition, shared).action((...given) => run(definition, given, drivers, features));
  }
  program.commandsGroup("Help:").helpCommand("help [command...]", "Print the help of a command.");
  return program;
}

interface Shared {
  readonly families: Families;
  readonly lateOptions: (parent: Command, command: Command) => Promise<void>;
}

function addCommand(program: Command, definition: CommandDefinition, shared: Shared): Command {
  const words = definition.name.split(" ");
  const parent = words.length > 1 ? family(program, words[0] ?? "", shared) : program;
  const name = words.at(-1) ?? "";
  const command = parent
    .command(name, {
      hidden: definition.hidden === true,
      isDefault: shared.families[parent.name()]?.alone === name,
    })
    .description(definition.description);
  for (const { name: argument, description } of definition.args ?? [])
    command.argument(argument, description);
  addOptions(command, definition.options ?? []);
  addOptions(command, sharedOptions(definition));
  if (definition.hidden) command.helpOption(false);
  definitionOf.set(command, definition);
  return command;
}

async function run(
  { name, local, load, reloads }: CommandDefinition,
  given: readonly unknown[],
  drivers: readonly Driver[],
  features: readonly Feature[],
): Promise<void> {
  const command = given.at(-1) as Command;
  const options = givenTo(command);
  if (local) refuseServer(name, options, command);
  // The listener that was there while the program loaded: see start/hang-up.ts.
  if (!reloads) process.removeAllListeners("SIGHUP");
  const [{ makeContext }, act] = await Promise.all([import("./command/context.js"), load()]);
  // Commander has made arguments and options from the definition that the command belongs to.
  const context = await makeContext(options, drivers, features);
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
function family(program: Command, name: string, { families, lateOptions }: Shared): Command {
  const known = program.commands.find((command) => command.name() === name);
  if (known !== undefined) return known;
  const { description, alone } = families[name] ?? { description: "" };
  const made = program.command(name).description(description).hook("preSubcommand", lateOptions);
  if (alone === undefined) made.usage("<command> [options]");
  return made;
}

function addOptions(command: Command, definitions: readonly OptionDefinition[]): void {
  for (const { flags, description, preset, required } of definitions) {
    const option = new Option(flags, description).makeOptionMandatory(required === true);
    if (preset !== undefined) option.default(preset);
    command.addOption(option);
  }
}

const EXIT_CODES =
  "Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 not as wanted (fleet drift, fleet apply --dry-run), 4 login needed, 5 unreachable, 7 wait timed out, 130 interrupted.";
