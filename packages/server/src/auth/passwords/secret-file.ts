import { readFileSync } from "node:fs";
import { SettingsError, secretText } from "@pilothouse/system";

/** What is in a file that a setting names. */
export function readSecretFile(setting: string, file: string): string {
  try {
    return secretText(readFileSync(file));
  } catch (error) {
    throw new SettingsError(`${setting}: ${file} cannot be read: ${(error as Error).message}`);
  }
}
