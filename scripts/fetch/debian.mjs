// Debian's packages, for programs that the tests need. Uses nothing but Node itself.
import { spawnSync } from "node:child_process";
import { env, getuid, stderr } from "node:process";

/**
 * Installs packages, and returns whether that worked. The packages used here start no service. Prints a line
 * before; with PILOTHOUSE_TEST_NO_APT=1 it installs nothing.
 */
export function installPackages(packages) {
  const names = packages.join(", ");
  if (env["PILOTHOUSE_TEST_NO_APT"] === "1") {
    stderr.write(`PILOTHOUSE_TEST_NO_APT=1: Debian packages are not installed: ${names}\n`);
    return false;
  }
  stderr.write(
    `Installing Debian packages with apt-get: ${names} (PILOTHOUSE_TEST_NO_APT=1 prevents this)\n`,
  );
  return apt(["update", "-q"]) && apt(["install", "-q", "-y", "--no-install-recommends", ...packages]);
}

function apt(args) {
  const sudo = getuid?.() === 0 ? [] : ["sudo", "-n"];
  // Another run may be installing at the same moment.
  const [command, ...rest] = [...sudo, "apt-get", "-o", "DPkg::Lock::Timeout=600", ...args];
  const { status } = spawnSync(command, rest, {
    // To standard error: programs read the standard output of our scripts.
    stdio: ["ignore", 2, 2],
    env: { ...env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0;
}
