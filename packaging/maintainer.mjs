// Who answers for the Debian package.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/prepare.mjs";
import { output } from "./tree.mjs";

export const WANTED =
  'package.json needs "author": "NAME <ADDRESS>", whom the Debian package names as its maintainer';

/** The author in package.json; undefined when there is none of that form. */
export function author() {
  const { author: given } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return /^[^<>\n]+ <[^\s<>@]+@[^\s<>@]+>$/.test(given) ? given : undefined;
}

/** A release has an author. What is made in between names the author of its commit, so that its bytes do not depend on the machine. */
export const maintainer = () => author() ?? output("git", ["log", "-1", "--format=%an <%ae>"]).trim();
