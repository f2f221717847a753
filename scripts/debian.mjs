// Debian's packages, for programs that the tests need. Uses nothing but Node itself.
import { spawnSync } from "node:child_process";
import { getuid } from "node:process";

/** Installs packages, and tells whether that worked. None that is wanted here starts a service. */
export const installPackages = (packages) =>
  apt(["update", "-q"]) && apt(["install", "-q", "-y", "--no-install-recommends", ...packages]);

function apt(args) {
  const sudo = getuid?.() === 0 ? [] : ["sudo", "-n"];
  // Another run may be installing at the same moment.
  const [command, ...rest] = [...sudo, "apt-get", "-o", "DPkg::Lock::Timeout=600", ...args];
  const { status } = spawnSync(command, rest, {
    // What it prints is not for whoever reads the output of our scripts.
    stdio: ["ignore", 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0;
}
