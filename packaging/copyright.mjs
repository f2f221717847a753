// The copyright file of the Debian package: our licence, those of what is built in, and Node's.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/prepare.mjs";
import { closureOf } from "./closure.mjs";
import { licenceText } from "./licences.mjs";
import { bundledLicences, NATIVE } from "./npm-packages.mjs";

const RULE = `\n\n${"=".repeat(78)}\n\n`;

export const copyrightFile = () =>
  [
    `Pilothouse is distributed under this licence:\n\n${readFileSync(join(root, "LICENSE"), "utf8").trim()}`,
    `/usr/lib/pilothouse/node is Node.js, distributed under these licences:\n\n${nodeLicence()}`,
    `The other packages below /usr/lib/pilothouse:\n\n${licenceText(closureOf(NATIVE)).trim()}`,
    `What is built into the bundle and the console:\n\n${bundledLicences().trim()}`,
  ]
    .join(RULE)
    .concat("\n");

const nodeLicence = () =>
  readFileSync(join(root, `packaging/node/node_modules/node-linux-${process.arch}/LICENSE`), "utf8").trim();
