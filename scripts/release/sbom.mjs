// `npm run sbom`: prints a software bill of materials (CycloneDX 1.5): every package that runs in the service,
// the command line or the console's page, on any platform. It is made only from the lock file, so it is the
// same for the same lock. npm's own `npm sbom --omit=dev` leaves out what one of our packages ships and another
// only tests with, and also what the page was bundled from.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../prepare.mjs";

/** What is built into the console's page, and so shipped although it is not installed with us. */
const BUNDLED = { "packages/console": ["preact", "uplot"] };

/** Published by itself, and no part of what is installed. It depends on nothing. */
const APART = "packages/conformance";

/** The rows of the lock file that are shipped, by their place in it, ours among them. */
function shipped(lock) {
  const rows = lock.packages;
  /** As Node looks for a package: in the folder of the package that imports it, then in those above. */
  const find = (from, name) => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
      const place = join(at, "node_modules", name);
      if (place in rows) return rows[place].link ? rows[place].resolved : place;
      if (at === "") return undefined;
    }
  };
  const found = new Map();
  const take = (place) => {
    if (found.has(place)) return;
    const { dependencies, optionalDependencies } = rows[place];
    const wanted = [
      ...Object.keys({ ...dependencies, ...optionalDependencies }),
      ...(BUNDLED[place] ?? []),
    ].map((name) => find(place, name));
    const needs = wanted.filter((needed) => needed !== undefined);
    found.set(place, { ...rows[place], name: nameOf(place, rows[place]), needs });
    needs.forEach(take);
  };
  for (const place of Object.keys(rows))
    if (place.startsWith("packages/") && !place.includes("/node_modules/") && place !== APART) take(place);
  return found;
}

const nameOf = (place, { name }) =>
  name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

/** https://github.com/package-url/purl-spec */
const purl = ({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** An identifier of SPDX, or several in an expression. */
const licence = (text) => (/\s/.test(text) ? { expression: text } : { license: { id: text } });

function component(row) {
  return {
    type: "library",
    "bom-ref": purl(row),
    name: row.name,
    version: row.version,
    scope: row.optional ? "optional" : "required",
    ...(row.integrity && { hashes: [hash(row.integrity)] }),
    licenses: [licence(row.license)],
    purl: purl(row),
  };
}

function hash(integrity) {
  const [algorithm, content] = integrity.split("-", 2);
  return { alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(content, "base64").toString("hex") };
}

function billOfMaterials(lock) {
  const rows = shipped(lock);
  const all = [...rows.values()].sort((a, b) => (purl(a) < purl(b) ? -1 : 1));
  const us = all.find(({ name }) => name === "@pilothouse/cli");
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { ...component(us), type: "application" } },
    components: all.filter((row) => row !== us).map(component),
    dependencies: all.map((row) => ({
      ref: purl(row),
      dependsOn: [...new Set(row.needs.map((place) => purl(rows.get(place))))].sort(),
    })),
  };
}

const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
process.stdout.write(`${JSON.stringify(billOfMaterials(lock), null, 2)}\n`);
