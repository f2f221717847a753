import { ClientError } from "@pilothouse/client";
import { socketFault, storedPasswordIsFactory } from "@pilothouse/server";
import { type Check, type Finding, ok, problem, warning } from "@pilothouse/system";
import { withOperator } from "../../../../remote/operator-link.js";
import { passwdCommand } from "../../../../services/local-command.js";
import { placeOf } from "../../../../services/services-here.js";
import type { Situation } from "../situation.js";
import { unreadable } from "./store.js";

const choose = (dataDir: string): string => `choose a password with ${passwdCommand(placeOf(dataDir))}`;

export const password: Check<Situation> = {
  name: "password",
  look: async ({ settings, service }) => {
    const file = settings["auth.password_file"];
    if (service?.ready) return checkPassword(await askService(settings.data_dir), settings);
    // It has the store locked.
    if (service !== undefined) return [];
    const fault = unreadable(settings.data_dir);
    if (fault !== undefined) return checkPassword(fault, settings);
    const factory = storedPasswordIsFactory(settings.data_dir);
    if (factory && file !== undefined) return ok(`the next start takes the first password from ${file}`);
    return checkPassword(factory, settings);
  },
};

/** Whether the factory password is in force, or why that is unknown. */
type Factory = boolean | string;

function checkPassword(factory: Factory, settings: Situation["settings"]): Finding {
  const allowed = settings["auth.allow_factory_password"];
  const todo = choose(settings.data_dir);
  if (typeof factory === "string")
    return warning(`cannot find out whether the factory password is still set: ${factory}`, todo);
  if (factory)
    return problem(
      allowed
        ? "the factory password, which everyone knows, opens everything (auth.allow_factory_password)"
        : "the factory password is still set: the first to connect can choose another",
      allowed ? `${todo}; and set auth.allow_factory_password = false` : todo,
    );
  return allowed
    ? warning(
        "a password was chosen, but a new store would be open to everyone (auth.allow_factory_password)",
        "set auth.allow_factory_password = false",
      )
    : ok("the factory password is no longer in force");
}

const ANSWER = { timeout: 10_000 };

/** Past every login, which would stand in the audit as a failed one and count as a guess. */
async function askService(dataDir: string): Promise<Factory> {
  if (socketFault(dataDir) !== undefined) return "the running service has no socket in its data directory";
  try {
    const status = await withOperator(dataDir, (client) => client.call("pilothouse.status"), ANSWER);
    return status["factory"] === true;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return error.message;
  }
}
