import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { type Launch, type Served, serve } from "../blackbox/process.js";
import { PASSWORD } from "../blackbox/wire.js";

/** The environment of a service whose first password is given to it. */
export function firstPassword(): { readonly PILOTHOUSE_PASSWORD_FILE: string } {
  const file = join(scratch(), "password");
  writeFileSync(file, PASSWORD);
  return { PILOTHOUSE_PASSWORD_FILE: file };
}

/** A service with a password of its own, in a process that can be killed. */
export const served = (dataDir: string, { env, ...launch }: Launch = {}): Promise<Served> =>
  serve(dataDir, { ...launch, env: { ...firstPassword(), ...env } });
