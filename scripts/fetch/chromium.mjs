// The browser that the console's tests and screenshots drive: Debian's own package, installed when it is missing.
// Uses nothing but Node itself. Run by itself it only makes sure that the browser is there.
import { existsSync } from "node:fs";
import { argv, exit, stderr } from "node:process";
import { fileURLToPath } from "node:url";
import { installPackages } from "./debian.mjs";

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
  if (!installPackages(PACKAGES))
    fail(
      `the console's tests need chromium; install it, or name one in the variable CHROMIUM (not at ${CHROMIUM})`,
    );
  if (!existsSync(CHROMIUM)) fail(`chromium is installed, but not at ${CHROMIUM}`);
}

function fail(sentence) {
  stderr.write(`${sentence}\n`);
  exit(1);
}

if (argv[1] === fileURLToPath(import.meta.url)) chromium();
