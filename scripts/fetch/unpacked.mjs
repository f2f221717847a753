// Programs of others that tests run: Debian's own packages, unpacked into a cache and never installed, so that no
// service of theirs starts. Uses nothing but Node itself. Run by itself it prints the directory of the programs:
//   node scripts/fetch/unpacked.mjs prometheus
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** By the name of the package: its programs, where it has them, and what is tested with them. */
const PACKAGES = {
  prometheus: {
    programs: ["promtool", "prometheus"],
    bin: "usr/bin",
    tests: "/metrics, dashboard and alerts",
  },
  nginx: { programs: ["nginx"], bin: "usr/sbin", tests: "the proxy of docs/remote-access.md" },
};
const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "pilothouse");

/** The directory that holds the programs of a package; fetched when they are missing. */
export function unpacked(name) {
  const { programs, bin, tests } = PACKAGES[name];
  const isIn = (folder) => programs.every((program) => existsSync(join(folder, bin, program)));
  const found = ["/", join(cache, name)].find(isIn);
  if (found !== undefined) return join(found, bin);
  const download = (work) => {
    const apt = (...args) => run("apt-get", ["-o", "DPkg::Lock::Timeout=600", ...args, "-q"], work);
    return apt("download", name) || (apt("update") && apt("download", name));
  };
  return join(fetched(name, tests, { isIn, download }), bin);
}

/**
 * Where a package is unpacked in the cache. `isIn` says whether a folder has it all; `download` gets its file into a
 * folder, and nothing is installed.
 */
export function fetched(name, tests, { isIn, download }) {
  const kept = join(cache, name);
  if (isIn(kept)) return kept;
  process.stderr.write(`fetching ${name} for the tests of ${tests}\n`);
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, "fetching-"));
  const fail = (sentence) => {
    process.stderr.write(`${sentence}; the tests of ${tests} need it: install it, or unpack it to ${kept}\n`);
    process.exit(1);
  };
  try {
    if (!download(work)) fail(`${name} cannot be downloaded`);
    const deb = readdirSync(work).find((file) => file.endsWith(".deb"));
    if (!run("dpkg", ["-x", deb, name], work)) fail(`${deb} cannot be unpacked`);
    try {
      renameSync(join(work, name), kept);
    } catch (error) {
      // Another run may have been faster; then its copy does.
      if (!isIn(kept)) throw error;
    }
  } finally {
    rmSync(work, { recursive: true });
  }
  return kept;
}

export function run(command, args, cwd) {
  // To standard error: programs read the standard output of this script.
  const { status } = spawnSync(command, args, { cwd, stdio: ["ignore", 2, 2] });
  return status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`${unpacked(process.argv[2])}\n`);
