import type { Driver } from "@pilothouse/drivers/driver";
import type { SettingsTable } from "@pilothouse/server/settings";
import type { Environment } from "@pilothouse/system";
import type { Command } from "commander";
import { settingsTableOf } from "../settings-table.js";
import { Output } from "../terminal/output.js";
import { Questions } from "../terminal/questions.js";

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
export interface Context {
  readonly env: Environment;
  readonly common: Common;
  /** The kinds of router that can be managed. */
  readonly drivers: readonly Driver[];
  /** The settings of the service, those of the drivers among them. */
  readonly table: SettingsTable;
  readonly out: Output;
  readonly ask: Questions;
}

export const makeContext = (common: Common, drivers: readonly Driver[]): Context => ({
  env: process.env,
  common,
  drivers,
  table: settingsTableOf(drivers),
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
