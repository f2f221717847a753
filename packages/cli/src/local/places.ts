import { statSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type Environment, ROOT } from "@pilothouse/system";

/**
 * A directory that a variable names. sudo may leave the variables of the user who ran it: root keeps nothing in another
 * user's directory, where that user decides what its files are.
 */
function named(env: Environment, variable: string): string | undefined {
  const directory = env[variable] || undefined;
  if (directory === undefined || process.geteuid?.() !== ROOT) return directory;
  const owner = statSync(directory, { throwIfNoEntry: false })?.uid ?? ROOT;
  return owner === ROOT ? directory : undefined;
}

const home = (env: Environment): string => named(env, "HOME") ?? userInfo().homedir;

/** What a person chose: the known routers. */
export const configDir = (env: Environment): string =>
  join(named(env, "XDG_CONFIG_HOME") ?? join(home(env), ".config"), "pilothouse");

/** What a login left behind, one file for each router, so that two commands never write the same one. */
export const sessionsDir = (env: Environment): string =>
  join(named(env, "XDG_STATE_HOME") ?? join(home(env), ".local", "state"), "pilothouse", "sessions");
