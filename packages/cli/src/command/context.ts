import type { Driver } from "@pilothouse/drivers/driver";
import type { Command } from "commander";
import { Output } from "../terminal/output.js";
import { Questions } from "../terminal/questions.js";
import type { Here, Hooks } from "./hooks.js";
import { settingsTableOf } from "./settings.js";

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

/** What every command gets in addition to its own arguments and options. */
export interface Context extends Here {
  readonly common: Common;
  /** The kinds of router that can be managed. */
  readonly drivers: readonly Driver[];
  readonly features: readonly Hooks[];
  readonly out: Output;
  readonly ask: Questions;
}

export const makeContext = async (
  common: Common,
  drivers: readonly Driver[],
  features: readonly Hooks[],
): Promise<Context> => ({
  env: process.env,
  common,
  drivers,
  features,
  table: await settingsTableOf(drivers, features),
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
