// `npm run generate`: writes the documents that derive from the tables. With --check it only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandReference, SETTINGS } from "../packages/cli/dist/index.js";
import {
  AUDIT_CODES,
  FINDINGS,
  FLEET_FINDINGS,
  openRpc,
  reference,
} from "../packages/protocol/dist/index.js";
import { settingsTable } from "../packages/server/dist/index.js";
import { fromTests } from "./doubles/doubles.mjs";
import { root } from "./prepare.mjs";

const { checksPage, mutantsPage } = await fromTests("conformance/testing/tables");

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** A document by hand, with what stands between its marks replaced. */
function filled(file, parts) {
  let text = readFileSync(join(root, file), "utf8");
  for (const [mark, part] of Object.entries(parts)) {
    const [begin, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`${file} lacks ${begin} and ${end}`);
    text = `${text.slice(0, from)}${begin}\n\n${part}\n\n${text.slice(to)}`;
  }
  return text;
}

/** The findings that are notified, and after how long. */
const notifiedTable = (findings) =>
  [
    "| Finding | Meaning | After |",
    "| --- | --- | --- |",
    ...Object.entries(findings)
      .filter(([, { notify }]) => notify !== undefined)
      .map(
        ([key, { description, notify }]) =>
          `| \`${key}\` | ${description} | ${notify === 0 ? "at once" : `${notify} min`} |`,
      ),
  ].join("\n");

const documents = {
  "docs/cli.md": await commandReference(),
  "docs/conformance/checks.md": checksPage(),
  "docs/conformance/mutants.md": mutantsPage(),
  "docs/protocol.md": reference(),
  "docs/openrpc.json": `${JSON.stringify(openRpc(version), null, 2)}\n`,
  "docs/settings.md": filled("docs/settings.md", { settings: settingsTable(SETTINGS) }),
  "docs/audit.md": filled("docs/audit.md", {
    codes: `${AUDIT_CODES.map((code) => `\`${code}\``).join(", ")}.`,
  }),
  "docs/notifications.md": filled("docs/notifications.md", {
    findings: notifiedTable(FINDINGS),
    "fleet findings": notifiedTable(FLEET_FINDINGS),
  }),
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
