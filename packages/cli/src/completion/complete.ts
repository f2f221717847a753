import type { Command, Option } from "commander";
import type { Run } from "../command/context.js";
import { REMOTE_OPTIONS, type WordKind } from "../command/definition.js";
import type { Candidate } from "../command/hooks.js";
import { addLateOptions, definitionOf } from "../command/late-options.js";
import { loadProfiles } from "../remote/target/profiles.js";
import { harmless } from "../terminal/style.js";
import { FILES } from "./scripts.js";
import { type Known, WORDS } from "./words.js";

/** Asked by the shell, with the words so far; the last one is to be completed. */
export const complete: Run<[readonly string[]]> = async (context, [words], _options, { parent }) => {
  if (parent === null) throw new Error("the program completes itself only as a whole");
  const { env, drivers, features } = context;
  const known = {
    profiles: loadProfiles(env).known,
    routers: async (profile: string, part: string) =>
      (await Promise.all(features.map((feature) => feature.routers(context, profile, part)))).flat(),
  };
  const found = await completed(parent, words, known, (command) =>
    addLateOptions(command, drivers, features),
  );
  const lines =
    found === "files"
      ? [FILES]
      : found.map(({ value, description }) => `${harmless(value)}\t${harmless(description)}`);
  // At once: a name server that does not answer would otherwise hold up the shell, long after we gave up on the hub.
  process.stdout.write(lines.map((line) => `${line}\n`).join(""), () => process.exit());
};

/** "files" when the shell knows better. */
type Completion = readonly Candidate[] | "files";

/** What the last of the words after the program's name may become. */
async function completed(
  program: Command,
  words: readonly string[],
  given: Omit<Known, "commands">,
  addLate: (command: Command) => Promise<void>,
): Promise<Completion> {
  const word = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  await addLate(walk(program, before).command);
  // Again, because an option whose value comes next may only now be known.
  const { command, operands, option } = walk(program, before);
  const startsSo = ({ value }: Candidate) => value.startsWith(word);
  const known = { ...given, commands: subcommands(program) };
  const ofKind = async (kind: WordKind | undefined): Promise<Completion> => {
    if (kind === undefined) return [];
    return (await WORDS[kind]?.(word, known))?.filter(startsSo) ?? "files";
  };
  if (option !== undefined) return ofKind(kindOfOption(command, option));
  if (word.startsWith("-")) return options(command).filter(startsSo);
  if (command === program && operands === 1) return known.commands.filter(startsSo);
  if (command.commands.length > 0) return subcommands(command).filter(startsSo);
  return ofKind(kindOfArgument(command, operands));
}

interface Place {
  readonly command: Command;
  /** Operands of the command so far. */
  readonly operands: number;
  /** The option whose value comes next. */
  readonly option?: Option | undefined;
}

function walk(program: Command, words: readonly string[]): Place {
  let place: Place = { command: program, operands: 0 };
  for (const word of words) {
    const { command, operands, option } = place;
    if (option !== undefined) place = { command, operands };
    else if (word.startsWith("-")) place = { command, operands, option: wantsValue(command, word) };
    else {
      const next = command.commands.find((one) => one.name() === word);
      place = next === undefined ? { command, operands: operands + 1 } : { command: next, operands: 0 };
    }
  }
  return place;
}

const wantsValue = (command: Command, flag: string): Option | undefined =>
  command.options.find(({ long, short, required }) => required && (long === flag || short === flag));

const isHidden = (command: Command): boolean => definitionOf.get(command)?.hidden === true;

const subcommands = (command: Command): Candidate[] => [
  ...command.commands
    .filter((one) => !isHidden(one))
    .map((one) => ({ value: one.name(), description: one.description() })),
  ...(command.parent === null ? [{ value: "help", description: "Print the help of a command." }] : []),
];

const options = (command: Command): Candidate[] => [
  ...command.options.map(({ long, short, description }) => ({
    value: long ?? short ?? "",
    description: description,
  })),
  { value: "--help", description: "display help for command" },
];

const kindOfOption = (command: Command, { flags }: Option): WordKind | undefined => {
  const rows = [...(definitionOf.get(command)?.options ?? []), ...REMOTE_OPTIONS];
  return rows.find((one) => one.flags === flags)?.is ?? (flags.endsWith("<file>") ? "file" : undefined);
};

/** The last argument may take many words. */
function kindOfArgument(command: Command, operands: number): WordKind | undefined {
  const args = definitionOf.get(command)?.args ?? [];
  const last = args.at(-1);
  return (args[operands] ?? (last?.name.includes("...") ? last : undefined))?.is;
}
