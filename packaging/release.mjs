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

const UNRELEASED = "## Unreleased\n";

/** The changelog with what was unreleased under the new version; undefined when nothing is. */
export function changelogWith(text, version, date) {
  const [before, after] = text.split(UNRELEASED);
  if (after === undefined || after.split(/^## /m)[0].trim() === "") return undefined;
  return `${before}## ${version} (${date})\n${after}`;
}

const numbers = (version) => version.split(".").map(Number);

/** Whether one version comes after another: "0.2.0" after "0.1.0". */
export function isLater(version, before) {
  const [a, b] = [numbers(version), numbers(before)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at !== -1 && a[at] > b[at];
}
