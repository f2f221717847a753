import type { Environment } from "@pilothouse/server/settings";
import type { Command } from "commander";
import { Output } from "./output.js";
import { Questions } from "./questions.js";

/** The options that many commands share. */
export interface Common {
  readonly profile?: string;
  readonly url?: string;
  readonly fingerprint?: string;
  readonly local?: true;
  readonly dataDir?: string;
  readonly json?: true;
  /** False for `--no-input`. */
  readonly input?: boolean;
  readonly yes?: true;
}

/** What every command is given beside its own arguments and options. */
export interface Context {
  readonly env: Environment;
  readonly common: Common;
  readonly out: Output;
  readonly ask: Questions;
}

export const makeContext = (common: Common): Context => ({
  env: process.env,
  common,
  out: new Output(common.json === true),
  ask: new Questions({ input: common.input !== false, yes: common.yes === true }),
});

/** A command. Rows hold commands of all sorts, so what they take is known only to themselves. */
export type Run<A extends readonly unknown[] = never, O = never> = (
  context: Context,
  args: A,
  options: O,
  command: Command,
) => void | Promise<void>;
