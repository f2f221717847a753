import type { Driver } from "@pilothouse/drivers/driver";
import type { Command } from "commander";
import { type CommandRow, notesOf } from "./command-row.js";

/** The row that each command was made from. */
export const rowsOf = new WeakMap<Command, CommandRow>();

/** Adds what is only known by loading more, when a command was chosen: flags of settings, and the help's text. */
export async function addLateOptions(command: Command, drivers: readonly Driver[]): Promise<void> {
  const row = rowsOf.get(command);
  if (row === undefined) return;
  if (row.settings !== undefined)
    (await import("./setting-flags.js")).addSettings(command, row.settings, drivers);
  const notes = await notesOf(row);
  if (notes !== undefined) command.addHelpText("after", wrapped(notes));
  const examples = row.examples?.map((one) => `\n  ${one}`).join("");
  if (examples !== undefined) command.addHelpText("after", `\nExamples:${examples}`);
}

/** A paragraph of help as wide as the rest of it. */
export const wrapped =
  (text: string) =>
  ({ command }: { readonly command: Command }): string => {
    const width = command.configureOutput().getOutHelpWidth?.() ?? 80;
    return `\n${command.createHelp().boxWrap(text.replaceAll("\n", " "), width)}`;
  };
