// The licences in the Debian package: our own, those of what is built in, and Node's.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/prepare.mjs";
import { closureOf } from "./closure.mjs";
import { licenceText } from "./licences.mjs";
import { bundledLicences, NATIVE } from "./npm-packages.mjs";

const text = (file) => readFileSync(join(root, file), "utf8").trim();

/** By name, for the package's folder of documents. */
export const licenceFiles = ({ licence }) => ({
  copyright: `Pilothouse is distributed under this licence:

${text("LICENSE")}

/usr/lib/pilothouse/node is Node.js; its licence and those of its parts are in NODE-LICENSE.gz. The licences of all
other packages that are included are in THIRD-PARTY-LICENSES.gz.
`,
  "NODE-LICENSE.gz": `${readFileSync(licence, "utf8").trim()}\n`,
  "THIRD-PARTY-LICENSES.gz": `${licenceText(closureOf(NATIVE))}\n${"-".repeat(78)}\n\n${bundledLicences()}`,
});
