import type { Driver } from "@pilothouse/drivers/driver";
import type { Command, Option } from "commander";
import { REMOTE_OPTIONS, type WordKind } from "../command/command-row.js";
import { addLateOptions, rowsOf } from "../command/late-options.js";
import { type Candidate, type Known, WORDS } from "./words.js";

/** "files" when the shell knows better. */
export type Completion = readonly Candidate[] | "files";

/** What the last of the words after the program's name may become. */
export async function completed(
  program: Command,
  words: readonly string[],
  { profiles, nodes }: Omit<Known, "commands">,
  drivers: readonly Driver[],
): Promise<Completion> {
  const word = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  await addLateOptions(walk(program, before).command, drivers);
  // Again, because an option whose value comes next may only now be known.
  const { command, operands, option } = walk(program, before);
  const startsSo = ({ value }: Candidate) => value.startsWith(word);
  const known = { commands: subcommands(program), profiles, nodes };
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

const isHidden = (command: Command): boolean => rowsOf.get(command)?.hidden === true;

const subcommands = (command: Command): Candidate[] => [
  ...command.commands
    .filter((one) => !isHidden(one))
    .map((one) => ({ value: one.name(), says: one.description() })),
  ...(command.parent === null ? [{ value: "help", says: "Print the help of a command." }] : []),
];

const options = (command: Command): Candidate[] => [
  ...command.options.map(({ long, short, description }) => ({
    value: long ?? short ?? "",
    says: description,
  })),
  { value: "--help", says: "display help for command" },
];

const kindOfOption = (command: Command, { flags }: Option): WordKind | undefined => {
  const rows = [...(rowsOf.get(command)?.options ?? []), ...REMOTE_OPTIONS];
  return rows.find((one) => one.flags === flags)?.is ?? (flags.endsWith("<file>") ? "file" : undefined);
};

/** The last argument may take many words. */
function kindOfArgument(command: Command, operands: number): WordKind | undefined {
  const args = rowsOf.get(command)?.args ?? [];
  const last = args.at(-1);
  return (args[operands] ?? (last?.name.includes("...") ? last : undefined))?.is;
}
