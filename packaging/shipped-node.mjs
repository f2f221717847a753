// The Node that the Debian package carries.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "../scripts/prepare.mjs";
import { output } from "./tree.mjs";

const folder = join(root, "packaging/node");

/** Where it is, once it was installed. */
export const shippedBinary = () => join(folder, "node_modules", `node-linux-${process.arch}`, "bin/node");

/** The Node that is shipped, checked against its lock file by npm when it is installed. */
export function shippedNode() {
  const binary = shippedBinary();
  const { version } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages[
    `node_modules/node-linux-${process.arch}`
  ];
  const isThere = () => existsSync(binary) && output(binary, ["--version"]).trim() === `v${version}`;
  if (!isThere())
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: folder,
      stdio: ["inherit", 2, 2],
    });
  return binary;
}
