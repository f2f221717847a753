// The npm packages. Each is put together in a folder of its own and packed by npm, which gives every file the same
// time: `@pilothouse/cli` is the bundle with all but the two packages that hold binaries, `@pilothouse/client` holds
// what it needs of `@pilothouse/protocol`.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { manualPages } from "../packages/cli/dist/index.js";
import { root } from "../scripts/prepare.mjs";
import { licenceText, packagesOf } from "./licences.mjs";
import { copyFiles, epoch, output, put, versionOf } from "./tree.mjs";

/** Packages that hold binaries, and so stay outside of the bundle. */
export const NATIVE = ["libsql", "@node-rs/argon2"];
/** What Vite builds into the console's page. */
const IN_PAGE = ["node_modules/preact", "node_modules/uplot"];

const manifestOf = (name) => JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
const lock = () => JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
const text = (file) => readFileSync(join(root, file), "utf8");

/** The command line and service as they run: the bundle, the console, completions, and what setup writes. */
export function putProgram(folder, to = "") {
  const cli = join(root, "packages/cli");
  copyFiles(join(cli, "bundle"), folder, join(to, "bundle"), {
    wanted: (path) => /\.(c?js|txt)$|^(completion|status-texts)\.json$/.test(path),
  });
  copyFiles(join(cli, "completions"), folder, join(to, "completions"));
  // What setup writes; the rest of the folder is for people.
  copyFiles(join(root, "deploy"), folder, join(to, "deploy"), {
    wanted: (path) => /\.(conf|rules)$/.test(path),
  });
  copyFiles(join(root, "packages/console/dist"), folder, join(to, "console"));
}

/** The pages of the manual, by the names of their files. */
export const manual = () =>
  manualPages({ version: versionOf(), date: new Date(epoch() * 1_000).toISOString().slice(0, 10) });

export function bundledLicences() {
  const modules = JSON.parse(text("packages/cli/bundle/modules.json"));
  return licenceText([...packagesOf(modules.map((id) => `/${id}`)), ...IN_PAGE]);
}

async function cliPackage(folder) {
  const { name, version, description, license, type, engines, bin } = manifestOf("cli");
  const dependencies = Object.fromEntries(NATIVE.map((one) => [one, lock()[`node_modules/${one}`].version]));
  const files = ["bin", "bundle", "completions", "console", "deploy", "man", "THIRD-PARTY-LICENSES.txt"];
  const pages = Object.entries(await manual()).map(([file, page]) => [`man/${file}`, page]);
  const man = pages.map(([file]) => `./${file}`);
  const manifest = { name, version, description, license, type, engines, bin, man, files, dependencies };
  for (const [file, page] of pages) put(folder, file, page);
  putProgram(folder);
  copyFiles(join(root, "packages/cli/bin"), folder, "bin");
  chmodSync(join(folder, bin.pilothouse), 0o755);
  put(folder, "package.json", `${JSON.stringify(manifest, null, 2)}\n`);
  put(folder, "README.md", text("packaging/npm-readme.md"));
  put(folder, "LICENSE", text("LICENSE"));
  put(folder, "THIRD-PARTY-LICENSES.txt", bundledLicences());
}

function clientPackage(folder) {
  const { dependencies: _inside, devDependencies: _tests, ...manifest } = manifestOf("client");
  const inside = (path, content) => {
    const protocol = join(relative(dirname(join("dist", path)), "protocol"), "index.js");
    return content.replaceAll('"@pilothouse/protocol"', `"${protocol}"`).replaceAll(MAP_COMMENT, "");
  };
  putBuilt("client", folder, "dist", inside);
  putBuilt("protocol", folder, "protocol", (_path, content) => content.replaceAll(MAP_COMMENT, ""));
  put(folder, "package.json", `${JSON.stringify({ ...manifest, files: ["dist", "protocol"] }, null, 2)}\n`);
  put(folder, "README.md", text("packages/client/README.md"));
  put(folder, "LICENSE", text("LICENSE"));
}

const MAP_COMMENT = /^\/\/# sourceMappingURL=.*\n?/gm;

/** What was compiled from a source that is still there and is not a test. */
function putBuilt(name, folder, to, changed) {
  const home = join(root, "packages", name);
  const wanted = (path) =>
    /\.(js|d\.ts)$/.test(path) &&
    !/\.test\.|(^|\/)testing\//.test(path) &&
    existsSync(join(home, "src", path.replace(/\.(js|d\.ts)$/, ".ts")));
  copyFiles(join(home, "dist"), folder, to, { wanted, changed });
}

/** Writes both packages to `out`, and returns the names of their files. */
export async function npmPackages(out) {
  mkdirSync(out, { recursive: true });
  const names = [];
  for (const fill of [cliPackage, clientPackage]) {
    const folder = mkdtempSync(join(tmpdir(), "pilothouse-npm-"));
    try {
      await fill(folder);
      const args = ["pack", "--json", "--ignore-scripts", "--silent", "--pack-destination", out];
      const [{ filename }] = JSON.parse(output("npm", args, { cwd: folder }));
      names.push(filename);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return names;
}
