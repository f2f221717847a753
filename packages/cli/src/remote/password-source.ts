import type { Environment } from "@pilothouse/system";
import { Complaint, EXIT } from "../terminal/exit.js";
import { readInput } from "../terminal/questions.js";

/** A password that was given without asking: by variable or by file. Never by a flag, which `ps` would show. */
export function givenPassword(env: Environment, file?: string): string | undefined {
  if (file !== undefined) return lineIn(file);
  const variable = env["PILOTHOUSE_PASSWORD"] || env["I2PCONTROL_PASSWORD"];
  if (variable) return variable;
  const named = env["PILOTHOUSE_PASSWORD_FILE"];
  return named ? lineIn(named) : undefined;
}

/** The passphrase of a backup, by file. */
export function givenPassphrase(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const passphrase = lineIn(file);
  if (passphrase === "") throw new Complaint(`there is no passphrase in ${file}: it is empty`, EXIT.usage);
  return passphrase;
}

/** Without the line's end that an editor adds. */
const lineIn = (file: string): string => readInput(file).replace(/\r?\n$/, "");
