import type { Driver } from "@pilothouse/drivers/driver";
import type { Command, Option } from "commander";
import { REMOTE_OPTIONS, type WordKind } from "../command/definition.js";
import type { Candidate, Hooks } from "../command/hooks.js";
import { addLateOptions, definitionOf } from "../command/late-options.js";
import { harmless } from "../terminal/style.js";
import type { CompletionTable, OptionRow, Word } from "./completed.js";
import { WORDS } from "./words.js";

/** All that can be completed without looking at the machine: written when the program is built. */
export async function completionTable(
  program: Command,
  drivers: readonly Driver[],
  features: readonly Hooks[],
): Promise<CompletionTable> {
  const commands: { [words: string]: CompletionTable["commands"][string] } = {};
  const visit = async (command: Command, words: readonly string[]): Promise<void> => {
    await addLateOptions(command, drivers, features);
    const args = definitionOf.get(command)?.args ?? [];
    commands[words.join(" ")] = {
      commands: subcommands(command).map(wordOf),
      options: [...command.options.map((one) => optionRow(command, one)), HELP],
      args: args.map(({ is }) => is ?? null),
      ...(args.at(-1)?.name.includes("...") && { many: true }),
    };
    for (const one of command.commands) await visit(one, [...words, one.name()]);
  };
  await visit(program, []);
  const words = Object.entries(WORDS).map(([kind, all]) => [kind, all().map(wordOf)]);
  return { commands, words: Object.fromEntries(words) };
}

const HELP: OptionRow = ["--help", "display help for command"];

/** Texts of our own, but what a terminal shows passes through here. */
const wordOf = ({ value, description }: Candidate): Word => [harmless(value), harmless(description)];

const subcommands = (command: Command): Candidate[] => [
  ...command.commands
    .filter((one) => definitionOf.get(one)?.hidden !== true)
    .map((one) => ({ value: one.name(), description: one.description() })),
  ...(command.parent === null ? [{ value: "help", description: "Print the help of a command." }] : []),
];

function optionRow(command: Command, option: Option): OptionRow {
  const { long, short, description, required } = option;
  const [value, means] = wordOf({ value: long ?? short ?? "", description });
  return required ? [value, means, short ?? "", kindOf(command, option) ?? null] : [value, means];
}

function kindOf(command: Command, { flags }: Option): WordKind | undefined {
  const rows = [...(definitionOf.get(command)?.options ?? []), ...REMOTE_OPTIONS];
  return rows.find((one) => one.flags === flags)?.is ?? (flags.endsWith("<file>") ? "file" : undefined);
}
