// What judges the service from outside: sslscan and testssl.sh its HTTPS endpoint, systemd-analyze its unit.
// Debian's own packages, installed when they are missing. Run by itself it only makes sure that they are there.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { argv, env, stderr } from "node:process";
import { fileURLToPath } from "node:url";
import { installPackages } from "./debian.mjs";

const PACKAGES = { sslscan: "sslscan", testssl: "testssl.sh", "systemd-analyze": "systemd" };

/** Whether a program can be run by its name. */
const isThere = (program) =>
  (env["PATH"] ?? "").split(delimiter).some((place) => existsSync(join(place, program)));

/** Makes sure that the scanners are there. Where they are not available, tests that need them say so. */
export function scanners() {
  const missing = Object.entries(PACKAGES).flatMap(([program, name]) => (isThere(program) ? [] : [name]));
  if (missing.length === 0) return;
  stderr.write(`installing ${missing.join(" and ")}, which judge the service in its tests\n`);
  if (!installPackages(missing)) stderr.write(`${missing.join(" and ")} cannot be installed\n`);
}

if (argv[1] === fileURLToPath(import.meta.url)) scanners();
