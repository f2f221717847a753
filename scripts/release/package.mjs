// `npm run package`: puts everything that is released into out/. The same commit gives the same bytes.
//   npm run package                    npm packages, Debian package for this machine, bill of materials, sums
//   npm run package -- --npm           only the npm packages
//   npm run package -- --out DIR       another folder
//   npm run package -- --quick         compresses the Debian package less: a minute less, three times the size
//   npm run package -- --twice         builds and makes it all again, and fails unless the bytes are the same
//   npm run package -- --try           the same, and tries the Debian package on a fresh Debian (needs root)
//   npm run package -- --try --from D  the same, after an upgrade from the Debian package D
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { output, sha256, versionOf } from "../../packaging/tree.mjs";
import { build, install, root } from "../prepare.mjs";

const { values } = parseArgs({
  options: {
    npm: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    try: { type: "boolean", default: false },
    twice: { type: "boolean", default: false },
    from: { type: "string" },
    out: { type: "string", default: join(root, "out") },
  },
});
const out = resolve(values.out);
/** What an earlier run has left there. */
const OURS = /^(pilothouse[-_].*\.(tgz|deb|cdx\.json)|SHA256SUMS)$/;

/** The bill of the lock file, and Node, which the Debian package carries. */
function billOfMaterials(to) {
  const bill = JSON.parse(output(process.execPath, ["scripts/release/sbom.mjs"]));
  const { version, integrity } = JSON.parse(readFileSync(join(root, "packaging/node/package-lock.json")))
    .packages[`node_modules/node-linux-${process.arch}`];
  bill.components.push({
    type: "platform",
    "bom-ref": `pkg:npm/node-linux-${process.arch}@${version}`,
    name: "node",
    version,
    scope: "optional",
    hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.slice(7), "base64").toString("hex") }],
    licenses: [{ license: { id: "MIT" } }],
    purl: `pkg:npm/node-linux-${process.arch}@${version}`,
  });
  const file = `pilothouse-${versionOf()}.cdx.json`;
  writeFileSync(join(to, file), `${JSON.stringify(bill, null, 2)}\n`);
  return file;
}

/** Makes everything in a folder, and returns the names of the files and their sums. */
async function make(to) {
  install();
  build();
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(to)) if (OURS.test(file)) rmSync(join(to, file));
  // They need what was built.
  const { npmPackages } = await import("../../packaging/npm-packages.mjs");
  const files = await npmPackages(to);
  if (!values.npm) {
    const { debianPackage } = await import("../../packaging/debian-package.mjs");
    files.push(await debianPackage(to, values));
  }
  files.push(billOfMaterials(to));
  const sums = files.toSorted().map((file) => `${sha256(readFileSync(join(to, file)))}  ${file}\n`);
  writeFileSync(join(to, "SHA256SUMS"), sums.join(""));
  return { files, sums };
}

/** The same again, with what is bundled built again. */
async function compare(sums) {
  rmSync(join(root, ".stamps/build"), { force: true });
  const to = mkdtempSync(join(tmpdir(), "pilothouse-again-"));
  try {
    const again = new Set((await make(to)).sums);
    const others = sums.filter((line) => !again.has(line));
    if (others.length > 0) throw new Error(`not the same bytes when made again:\n${others.join("")}`);
    process.stdout.write("the same bytes when made again\n");
  } finally {
    rmSync(to, { recursive: true, force: true });
  }
}

const { files, sums } = await make(out);
for (const file of files) process.stdout.write(`${file}  ${statSync(join(out, file)).size} bytes\n`);
if (values.twice) await compare(sums);
if (values.try) {
  const { tryPackage } = await import("../../packaging/try.mjs");
  await tryPackage(out, values);
}
