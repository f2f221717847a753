// The browser that the console's tests and screenshots drive: Debian's own package, installed when it is missing.
// Uses nothing but Node itself. Run by itself it only makes sure that the browser is there.
import { existsSync } from "node:fs";
import { argv, exit, stderr } from "node:process";
import { fileURLToPath } from "node:url";
import { installPackages } from "./debian.mjs";

/**
 * Debian's two builds of Chromium. The first has no window at all, and takes a quarter of the processor time.
 * Where it is not available, the second works as well.
 */
const BUILDS = ["chromium-headless-shell", "chromium"];
const placeOf = (build) => `/usr/bin/${build}`;

/** Where the browser is. */
export const chromiumPath = () =>
  process.env["CHROMIUM"] ?? BUILDS.map(placeOf).find((place) => existsSync(place)) ?? placeOf("chromium");

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
const FONTS = "fonts-dejavu-core";

/** Makes sure that the browser is there. Quick when it is. */
export function chromium() {
  const given = process.env["CHROMIUM"];
  if (given !== undefined)
    return existsSync(given) || fail(`the variable CHROMIUM names ${given}, and there is no such file`);
  for (const build of BUILDS) if (existsSync(placeOf(build)) || installPackages([build, FONTS])) return;
  fail("the console's tests need chromium; install it, or name one in the variable CHROMIUM");
}

function fail(sentence) {
  stderr.write(`${sentence}\n`);
  exit(1);
}

if (argv[1] === fileURLToPath(import.meta.url)) chromium();
