// `npm run generate`: writes the documents that derive from the tables. With --check it only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandReference, SETTINGS } from "../packages/cli/dist/index.js";
import { openRpc, reference } from "../packages/protocol/dist/index.js";
import { settingsTable } from "../packages/server/dist/index.js";
import { fromTests } from "./doubles/doubles.mjs";
import { root } from "./prepare.mjs";

const { checksPage, mutantsPage } = await fromTests("conformance/testing/tables");

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const settings = readFileSync(join(root, "docs/settings.md"), "utf8");

const documents = {
  "docs/cli.md": await commandReference(),
  "docs/conformance/checks.md": checksPage(),
  "docs/conformance/mutants.md": mutantsPage(),
  "docs/protocol.md": reference(),
  "docs/openrpc.json": `${JSON.stringify(openRpc(version), null, 2)}\n`,
  "docs/settings.md": settings.replace(
    /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/,
    (_all, begin, end) => `${begin}\n${settingsTable(SETTINGS)}\n\n${end}`,
  ),
};

for (const [file, text] of Object.entries(documents)) {
  const path = join(root, file);
  if (process.argv.includes("--check")) {
    if (readFileSync(path, "utf8") !== text) {
      process.stderr.write(`${file} is out of date; run npm run generate\n`);
      process.exitCode = 1;
    }
  } else writeFileSync(path, text);
}
