import type { Run } from "@pilothouse/system";
import { NEWEST_RUN } from "../../i2pd-wire/beliefs.js";
import { isAtLeast, parseVersion, type Version } from "../../i2pd-wire/version.js";
import { NotPossible } from "../../port.js";

/** The oldest version whose behaviour was measured; see `i2pd-wire/quirks.ts`. */
const OLDEST: Version = [2, 45, 0];

/** The version of a binary. A newer one than those known is tried, with a word in the log. */
export async function versionOf(binary: string, run: Run, log: (message: string) => void): Promise<Version> {
  const { stdout, stderr } = await run([binary, "--version"], { timeout: 10_000 });
  const version = stdout.startsWith("i2pd version ") ? parseVersion(stdout) : undefined;
  if (version === undefined)
    throw new NotPossible(`${binary} does not print a version of i2pd: ${(stdout || stderr).slice(0, 200)}`);
  const shown = version.join(".");
  if (!isAtLeast(version, OLDEST))
    throw new NotPossible(
      `${binary} is i2pd ${shown}; the oldest that can be managed is ${OLDEST.join(".")}`,
    );
  if (!isAtLeast(NEWEST_RUN, version)) log(`i2pd ${shown} is newer than the versions this was tested with`);
  return version;
}
