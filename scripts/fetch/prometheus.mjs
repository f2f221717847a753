// Prometheus and promtool, against which /metrics, the dashboard and the alert rules are tested:
// Debian's own package, unpacked into a cache and never installed, so that no service of it starts.
// Uses nothing but Node itself. Run by itself it prints the directory of the two programs.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "pilothouse");
const unpacked = join(cache, "prometheus");

/** The directory that holds both programs; fetched when they are missing. */
export function prometheus() {
  if (existsSync("/usr/bin/promtool") && existsSync("/usr/bin/prometheus")) return "/usr/bin";
  const bin = join(unpacked, "usr", "bin");
  if (existsSync(join(bin, "promtool"))) return bin;
  process.stderr.write("fetching prometheus for the tests of /metrics\n");
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, "fetching-"));
  try {
    if (!apt(["download", "-q", "prometheus"], work)) {
      apt(["update", "-q"], work);
      if (!apt(["download", "-q", "prometheus"], work)) fail("prometheus cannot be downloaded");
    }
    const [deb] = readdirSync(work).filter((name) => name.endsWith(".deb"));
    if (!run("dpkg", ["-x", deb, "prometheus"], work)) fail(`${deb} cannot be unpacked`);
    place(join(work, "prometheus"));
  } finally {
    rmSync(work, { recursive: true });
  }
  return bin;
}

/** Another run may have been faster; then its copy does. */
function place(fresh) {
  try {
    renameSync(fresh, unpacked);
  } catch (error) {
    if (!existsSync(join(unpacked, "usr", "bin", "promtool"))) throw error;
  }
}

/** Downloads only; nothing is installed. */
const apt = (args, cwd) => run("apt-get", ["-o", "DPkg::Lock::Timeout=600", ...args], cwd);

function run(command, args, cwd) {
  // To standard error: programs read the standard output of this script.
  const { status } = spawnSync(command, args, { cwd, stdio: ["ignore", 2, 2] });
  return status === 0;
}

function fail(sentence) {
  process.stderr.write(
    `${sentence}; the tests of /metrics need it: install the package, or put it into ${dirname(unpacked)}\n`,
  );
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${prometheus()}\n`);
