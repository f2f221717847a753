// What is measured with a real i2pd. All of it happens in a network that holds nothing but the loopback, and so in a
// process of its own.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isolated } from "../../scripts/i2pd.mjs";
import { freshDirectory } from "../support/processes.mjs";

/** RouterInfo of the service against the control service that i2pd has itself. */
export const i2pd = async () => inside("i2pd-inside.mjs");

/** What a service takes that nobody asks and that runs a real i2pd: `memory` in MiB, `cpu` in microseconds in `ms`. */
export const idleWithI2pd = () => inside("idle-inside.mjs");

/** Runs a script of this folder there, and returns what it has written, as JSON, into the file that it was given. */
function inside(name) {
  const dir = freshDirectory();
  try {
    const result = join(dir, "result.json");
    const script = fileURLToPath(new URL(name, import.meta.url));
    const status = isolated([process.execPath, script, result]);
    if (status !== 0) throw new Error(`what ${name} measures could not be measured`);
    return JSON.parse(readFileSync(result, "utf8"));
  } finally {
    rmSync(dir, { recursive: true });
  }
}
