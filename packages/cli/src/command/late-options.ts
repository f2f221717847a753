import type { Driver } from "@pilothouse/drivers/driver";
import type { Command } from "commander";
import { type CommandDefinition, notesOf } from "./definition.js";
import type { Hooks } from "./hooks.js";

/** The definition that each command was made from. */
export const definitionOf = new WeakMap<Command, CommandDefinition>();

/** Adds what is only known by loading more, when a command was chosen: flags of settings, and the help's text. */
export async function addLateOptions(
  command: Command,
  drivers: readonly Driver[],
  features: readonly Hooks[],
): Promise<void> {
  const definition = definitionOf.get(command);
  if (definition === undefined) return;
  if (definition.settings !== undefined) {
    const { addSettings, settingsTableOf } = await import("./settings.js");
    addSettings(command, definition.settings, await settingsTableOf(drivers, features));
  }
  const notes = await notesOf(definition);
  if (notes !== undefined) command.addHelpText("after", wrapped(notes));
  const examples = definition.examples?.map((one) => `\n  ${one}`).join("");
  if (examples !== undefined) command.addHelpText("after", `\nExamples:${examples}`);
}

/** A paragraph of help as wide as the rest of it. */
export const wrapped =
  (text: string) =>
  ({ command }: { readonly command: Command }): string => {
    const width = command.configureOutput().getOutHelpWidth?.() ?? 80;
    return `\n${command.createHelp().boxWrap(text.replaceAll("\n", " "), width)}`;
  };
