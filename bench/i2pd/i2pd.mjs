// RouterInfo of the service against the control service that i2pd has itself. All of it happens in a
// network that holds nothing but the loopback, and so in a process of its own.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isolated } from "../../scripts/i2pd.mjs";
import { freshDirectory } from "../support/processes.mjs";

export async function i2pd() {
  const dir = freshDirectory();
  try {
    const result = join(dir, "result.json");
    const script = fileURLToPath(new URL("i2pd-inside.mjs", import.meta.url));
    const status = isolated([process.execPath, script, result]);
    if (status !== 0) throw new Error("the comparison with i2pd failed");
    return JSON.parse(readFileSync(result, "utf8"));
  } finally {
    rmSync(dir, { recursive: true });
  }
}
