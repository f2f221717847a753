import { PASSWORD_FAULTS, passwordFault } from "@pilothouse/protocol";
import { SettingsError } from "@pilothouse/system";
import type { Alongside } from "../store/store.js";
import type { Auth } from "./auth.js";
import { readSecretFile } from "./passwords/secret-file.js";

/** A first password can be given in a file; it counts only while the factory one is in force. */
export async function takeFirstPassword(
  file: string | undefined,
  auth: Auth,
  alongside: readonly Alongside[] = [],
): Promise<boolean> {
  if (file === undefined || !auth.password.isFactory) return false;
  const password = readSecretFile("auth.password_file", file);
  const fault = passwordFault(password);
  if (fault !== undefined)
    throw new SettingsError(`auth.password_file: the password in ${file} ${PASSWORD_FAULTS[fault]}`);
  await auth.takePasswordHash(await auth.hasher.hash(password), { alongside });
  return true;
}
