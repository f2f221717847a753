// The Node that the Debian package carries: as it was published, without the names that only a debugger reads (20 MB) and
// without ICU's tables for other languages than English (30 MB).
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "../scripts/prepare.mjs";
import { smallNode } from "./small-node/small-node.mjs";
import { output } from "./tree.mjs";

const folder = join(root, "packaging/node");
const place = join(folder, `node_modules/node-linux-${process.arch}`);

/** As it was published, once it was installed. */
export const PUBLISHED = join(place, "bin/node");
/** Where it is once it was made, and its licence. */
export const SHIPPED = { binary: join(place, "bin/small-node"), licence: join(place, "LICENSE") };

/** Checked against its lock file by npm when it is installed. */
function install() {
  const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  const { version } = lock.packages[`node_modules/node-linux-${process.arch}`];
  const isThere = existsSync(PUBLISHED) && output(PUBLISHED, ["--version"]).trim() === `v${version}`;
  if (!isThere)
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: folder,
      stdio: ["inherit", 2, 2],
    });
}

/** The Node that is shipped, made anew; it has to answer as the published one does. */
export function shippedNode() {
  install();
  const made = `${SHIPPED.binary}.${process.pid}`;
  output("strip", ["--strip-unneeded", "-o", made, PUBLISHED]);
  writeFileSync(made, smallNode(readFileSync(made)));
  const [before, after] = [PUBLISHED, made].map((node) => output(node, ["packaging/small-node/answers.cjs"]));
  if (after !== before) throw new Error("the smaller Node answers otherwise than the one that was published");
  renameSync(made, SHIPPED.binary);
  return SHIPPED;
}
