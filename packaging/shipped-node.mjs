// The Node that the Debian package carries.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "../scripts/prepare.mjs";
import { output } from "./tree.mjs";

const folder = join(root, "packaging/node");
const place = `node_modules/node-linux-${process.arch}`;

/** Where it is once it was installed, and its licence. */
export const SHIPPED = { binary: join(folder, place, "bin/node"), licence: join(folder, place, "LICENSE") };

/** The Node that is shipped, checked against its lock file by npm when it is installed. */
export function shippedNode() {
  const { version } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages[place];
  const isThere = () =>
    existsSync(SHIPPED.binary) && output(SHIPPED.binary, ["--version"]).trim() === `v${version}`;
  if (!isThere())
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: folder,
      stdio: ["inherit", 2, 2],
    });
  return SHIPPED;
}
