// What a release writes into the files of the repository. Texts in, texts out.

const isOurs = (name) => name.startsWith("@pilothouse/");
const withOwn = (needs, version) =>
  needs &&
  Object.fromEntries(Object.entries(needs).map(([name, wanted]) => [name, isOurs(name) ? version : wanted]));

/** A package.json, or a row of the lock file, of the new version; what it wants of our own packages too. */
export function withVersion(manifest, version) {
  const { dependencies, devDependencies } = manifest;
  return {
    ...manifest,
    ...(manifest.version !== undefined && { version }),
    ...(dependencies && { dependencies: withOwn(dependencies, version) }),
    ...(devDependencies && { devDependencies: withOwn(devDependencies, version) }),
  };
}

/** The lock file of the new version: the rows of our own packages, and nothing else. */
export function lockWithVersion(lock, version) {
  const isRow = (place) =>
    place === "" || (place.startsWith("packages/") && !place.includes("node_modules/"));
  const packages = Object.entries(lock.packages).map(([place, row]) => [
    place,
    isRow(place) ? withVersion(row, version) : row,
  ]);
  return { ...lock, version, packages: Object.fromEntries(packages) };
}

/** The changelog from its newest section on: what stands before it, its heading and all that follows. */
function newestIn(text) {
  const [, before, heading, rest] = /^(.*?)## (.*?)\n(.*)$/s.exec(text) ?? [];
  return { before, heading, rest };
}

const isOf = (heading, version) => heading?.startsWith(`${version} (`);

/** Whether a release of this version was begun: the changelog has it as the newest. */
export const isBegun = (text, version) => isOf(newestIn(text).heading, version);

/** The changelog with what is newest under the version; undefined when nothing is, or what is newest is older. */
export function changelogWith(text, version, date) {
  const { before, heading, rest } = newestIn(text);
  const isNewest = heading === "Unreleased" || isOf(heading, version);
  if (!isNewest || rest.split(/^## /m)[0].trim() === "") return undefined;
  return `${before}## ${version} (${date})\n${rest}`;
}

const numbers = (version) => version.split(".").map(Number);

/** Whether one version comes after another: "0.2.0" after "0.1.0". */
export function isLater(version, before) {
  const [a, b] = [numbers(version), numbers(before)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at !== -1 && a[at] > b[at];
}
