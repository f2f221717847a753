import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

/** Programs of others that judge the service; `node scripts/fetch/scanners.mjs` installs them. */

const run = promisify(execFile);

/** Whether a program is missing. CI must have it: there a test that needs it fails rather than vanish. */
export const lacks = (program: string): boolean =>
  process.env["CI"] === undefined && spawnSync(program, ["--help"], { stdio: "ignore" }).error !== undefined;

/** What a program prints. Some of them end with a count of findings for an exit code. */
export async function output(program: string, args: readonly string[]): Promise<string> {
  try {
    return (await run(program, args, { maxBuffer: 2 ** 24 })).stdout;
  } catch (error) {
    const { code, stdout } = error as { code?: unknown; stdout: string };
    if (typeof code === "number") return stdout;
    throw error;
  }
}
