import { readFileSync } from "node:fs";
import { PASSWORD_FAULTS, passwordFault } from "@pilothouse/protocol";
import { SettingsError, secretText } from "@pilothouse/system";
import type { Alongside } from "../store/store.js";
import type { Auth } from "./auth.js";

/** A first password can be given in a file; it counts only while the factory one is in force. */
export async function takeFirstPassword(
  file: string | undefined,
  auth: Auth,
  alongside: readonly Alongside[] = [],
): Promise<boolean> {
  if (file === undefined || !auth.password.isFactory) return false;
  await auth.takePasswordHash(await auth.hasher.hash(checked(read(file), file)), { alongside });
  return true;
}

function checked(password: string, file: string): string {
  const fault = passwordFault(password);
  if (fault !== undefined)
    throw new SettingsError(`auth.password_file: the password in ${file} ${PASSWORD_FAULTS[fault]}`);
  return password;
}

function read(file: string): string {
  try {
    return secretText(readFileSync(file));
  } catch (error) {
    throw new SettingsError(`auth.password_file: ${file} cannot be read: ${(error as Error).message}`);
  }
}
