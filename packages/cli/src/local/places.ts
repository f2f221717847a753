import { homedir } from "node:os";
import { join } from "node:path";
import type { Environment } from "@pilothouse/system";

const home = (env: Environment): string => env["HOME"] || homedir();

/** What a person chose: the known routers. */
export const configDir = (env: Environment): string =>
  join(env["XDG_CONFIG_HOME"] || join(home(env), ".config"), "pilothouse");

/** What a login left behind, one file for each router, so that two commands never write the same one. */
export const sessionsDir = (env: Environment): string =>
  join(env["XDG_STATE_HOME"] || join(home(env), ".local", "state"), "pilothouse", "sessions");
