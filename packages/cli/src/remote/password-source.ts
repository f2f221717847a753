import type { Environment } from "@pilothouse/system";
import { readInput } from "../terminal/questions.js";

/** A password that was given without asking: by variable or by file. Never by a flag, which `ps` would show. */
export function givenPassword(env: Environment, file?: string): string | undefined {
  if (file !== undefined) return lineIn(file);
  const variable = env["PILOTHOUSE_PASSWORD"] || env["I2PCONTROL_PASSWORD"];
  if (variable) return variable;
  const named = env["PILOTHOUSE_PASSWORD_FILE"];
  return named ? lineIn(named) : undefined;
}

/** Without the line's end that an editor adds. */
const lineIn = (file: string): string => readInput(file).replace(/\r?\n$/, "");
