// `./pilothouse`: the command line of this checkout.
import "./hang-up.mjs";
import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { build, install, root } from "./prepare.mjs";

const there = (path) => existsSync(join(root, path));
const isBuilt = there("packages/cli/bundle/start.cjs") && there("node_modules/.package-lock.json");

/** What was built elsewhere, or belongs to somebody else, is used as it is. */
function isOurs() {
  try {
    accessSync(root, constants.W_OK);
    return there(".stamps");
  } catch {
    return false;
  }
}

if (!isBuilt || isOurs()) {
  install();
  build();
}
await import("../packages/cli/bundle/start.cjs");
