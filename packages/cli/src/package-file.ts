import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** A file of this package. Found from here, since `dist` and the bundle are each a folder below the package. */
export const packageFile = (name: string): string =>
  readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

export const packageJson = (name: string) => JSON.parse(packageFile(name));

export const version: string = packageJson("package.json").version;

/** A file of deploy/, which our packages hold too. A checkout has it at its root. */
export function deployFile(name: string): string {
  const shipped = new URL(`../deploy/${name}`, import.meta.url);
  const place = existsSync(shipped) ? shipped : new URL(`../../../deploy/${name}`, import.meta.url);
  return readFileSync(place, "utf8");
}

/** What people type to run it: in a checkout nothing is on the PATH. */
export function commandName(): string {
  const checkout = fileURLToPath(new URL("../../../", import.meta.url));
  if (!existsSync(join(checkout, "scripts/pilothouse.mjs"))) return "pilothouse";
  return isHere(checkout) ? "./pilothouse" : join(checkout, "pilothouse");
}

function isHere(directory: string): boolean {
  try {
    return process.cwd() === resolve(directory);
  } catch {
    // The working directory was removed.
    return false;
  }
}

/** A command for people to type here, after the program's name. */
export const ownCommand = (words: string): string => `${commandName()} ${words}`;
