// The Nodes that are compared: the one that runs this, and the one that the Debian package carries.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { SHIPPED } from "../packaging/shipped-node.mjs";

/** Programs by their version; the shipped one is left out until `npm run package` has fetched it. */
export function nodes() {
  const binaries = [process.execPath, SHIPPED.binary].filter((file) => existsSync(file));
  const versionOf = (file) => spawnSync(file, ["--version"], { encoding: "utf8" }).stdout.trim().slice(1);
  return Object.fromEntries(binaries.map((file) => [`Node ${versionOf(file)}`, file]));
}
