// The browser that the console's tests and screenshots drive: Debian's own package, installed when it is missing.
// Uses nothing but Node itself. Run by itself it only makes sure that the browser is there.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { argv, exit, getuid, stderr } from "node:process";
import { fileURLToPath } from "node:url";

export const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** No service of the browser's maker is contacted, and nothing of a person's own profile is used. */
export const CHROMIUM_FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Text in the seven languages needs more than the package's own fonts only for Chinese; boxes do for tests. */
const PACKAGES = ["chromium", "fonts-dejavu-core"];

/** Makes sure that the browser is there. Quick when it is. */
export function chromium() {
  if (existsSync(CHROMIUM)) return;
  stderr.write("installing chromium for the console's tests\n");
  // Another run may be installing at the same moment.
  const wait = ["-o", "DPkg::Lock::Timeout=600"];
  apt([...wait, "update", "-q"]);
  apt([...wait, "install", "-q", "-y", "--no-install-recommends", ...PACKAGES]);
  if (!existsSync(CHROMIUM)) fail(`chromium is installed, but not at ${CHROMIUM}`);
}

function apt(args) {
  const sudo = getuid?.() === 0 ? [] : ["sudo", "-n"];
  const [command, ...rest] = [...sudo, "apt-get", ...args];
  const { status } = spawnSync(command, rest, {
    // What it prints is not for whoever reads this script's output.
    stdio: ["ignore", 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status !== 0)
    fail(
      `the console's tests need chromium; install it, or name one in the variable CHROMIUM (not at ${CHROMIUM})`,
    );
}

function fail(sentence) {
  stderr.write(`${sentence}\n`);
  exit(1);
}

if (argv[1] === fileURLToPath(import.meta.url)) chromium();
