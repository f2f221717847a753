// `npm run release -- 0.2.0`: checks that the tree is clean and translated, writes version and changelog, tests, commits, tags
// and packages. If a check fails, what was written is put back. A version that the tree has already, but no tag, is
// released from where it is. Nothing leaves this machine: docs/releasing.md says what to push and publish afterwards.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { author, WANTED } from "../../packaging/maintainer.mjs";
import { changelogWith, isBegun, isLater, lockWithVersion, withVersion } from "../../packaging/release.mjs";
import { output, versionOf } from "../../packaging/tree.mjs";
import { root, run } from "../prepare.mjs";

const git = (...args) => output("git", args).trim();
const read = (file) => readFileSync(join(root, file), "utf8");
const write = (file, text) => writeFileSync(join(root, file), text);

function refuse(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

function check(version) {
  const before = versionOf();
  if (!/^\d+\.\d+\.\d+$/.test(version ?? "")) refuse("Which version? npm run release -- 0.2.0");
  const begun = version === before && isBegun(read("CHANGELOG.md"), version);
  if (!begun && !isLater(version, before))
    refuse(`${version} does not come after ${before}, the version of this tree`);
  if (author() === undefined) refuse(WANTED);
  if (git("status", "--porcelain") !== "")
    refuse("The tree has changes that are not committed; commit them first");
  if (git("tag", "--list", `v${version}`) !== "") refuse(`The tag v${version} is there already`);
  if (changelogWith(read("CHANGELOG.md"), version, "") === undefined)
    refuse(
      `CHANGELOG.md does not begin with what is new for users, under "## Unreleased" or "## ${version} (DATE)"`,
    );
}

function writeVersion(version) {
  const json = (file, change) => write(file, `${JSON.stringify(change(JSON.parse(read(file))), null, 2)}\n`);
  for (const file of [
    "package.json",
    ...readdirSync(join(root, "packages")).map((name) => `packages/${name}/package.json`),
  ])
    json(file, (manifest) => withVersion(manifest, version));
  json("package-lock.json", (lock) => lockWithVersion(lock, version));
  // The kit is shipped as one file, which knows its version by itself.
  const kit = "packages/conformance/src/kit.ts";
  write(kit, read(kit).replace(/version: "[^"]+"/, `version: "${version}"`));
  write("CHANGELOG.md", changelogWith(read("CHANGELOG.md"), version, new Date().toISOString().slice(0, 10)));
}

const [version] = process.argv.slice(2);
check(version);
process.once("exit", (code) => {
  if (code !== 0) git("checkout", "--quiet", ".");
});
run("npm", ["run", "texts"]);
writeVersion(version);
run("npm", ["run", "generate"]);
// What is tested is what is released, its version included.
run("npm", ["test"]);
// Nothing is new where a release was begun on the same day.
if (git("status", "--porcelain") !== "")
  run("git", ["commit", "--quiet", "--all", "--message", `Release ${version}`]);
run("git", ["tag", "--annotate", `v${version}`, "--message", `Pilothouse ${version}`]);
run("npm", ["run", "package"]);
process.stdout.write(
  `Pilothouse ${version} is tagged v${version} and packaged in out/. Next: docs/releasing.md\n`,
);
