// The licences of what is built into the bundle and the console's page.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/prepare.mjs";

/** The places of the packages whose modules these are. */
export const packagesOf = (moduleIds) => [
  ...new Set(
    moduleIds.flatMap((id) => {
      const [, place] =
        /^(?:\0[^/]*)?.*?\/(node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/@]+)\//.exec(id) ?? [];
      return place === undefined ? [] : [place];
    }),
  ),
];

/** Name, version, licence and the text of it, of a package in node_modules. */
export function licenceOf(place) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, place, "package.json"), "utf8"));
  const file = readdirSync(join(root, place)).find((one) => /^(licen[cs]e|copying)/i.test(one));
  const text = file === undefined ? "" : readFileSync(join(root, place, file), "utf8").trim();
  return { name, version, licence: license, text };
}

export const licenceText = (places) =>
  places
    .map(licenceOf)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, version, licence, text }) =>
      [`${name} ${version} (${licence})`, "", text || "Its package holds no text of the licence."].join("\n"),
    )
    .join(`\n\n${"-".repeat(78)}\n\n`)
    .concat("\n");
