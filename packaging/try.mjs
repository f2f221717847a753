// Tries the Debian package on an empty machine: a minimal Debian without Node, in a chroot, in a network that holds
// nothing but the loopback. `npm run package -- --try`; needs root and mmdebstrap, and says so where they are not.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { mirror } from "../scripts/fetch/releases.mjs";
import { isolated } from "../scripts/i2pd.mjs";
import { root } from "../scripts/prepare.mjs";
import { output } from "./tree.mjs";
import { tryBooted } from "./trial/booted.mjs";

const SUITES = ["bookworm", "trixie"];
const cache = join(root, ".stamps/roots");

const works = (program, args) => {
  try {
    output(program, args);
    return true;
  } catch {
    return false;
  }
};

/** Why it cannot be tried here; undefined when it can. */
export function obstacle() {
  if (process.getuid?.() !== 0) return "a chroot needs root";
  if (!works("mmdebstrap", ["--version"])) return "mmdebstrap is not installed (apt-get install mmdebstrap)";
  if (!works("unshare", ["--mount", "--net", "--", "true"])) return "this machine permits no namespaces";
  return undefined;
}

/** A minimal Debian with apt, made once; undefined where its mirror does not have it. */
export function minimal(suite) {
  const file = join(cache, `${suite}.tar`);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  try {
    output("mmdebstrap", ["--variant=apt", "--format=tar", suite, `${file}.new`, mirror()]);
  } catch (error) {
    process.stdout.write(
      `skipped: no Debian ${suite} available: ${error.message.trim().split("\n").at(-1)}\n`,
    );
    return undefined;
  }
  renameSync(`${file}.new`, file);
  return file;
}

/** Runs a command in the folder as if it were the machine. */
const inside = (folder, ...argv) =>
  output("chroot", [folder, ...argv], {
    env: {
      PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
      HOME: "/root",
      DEBIAN_FRONTEND: "noninteractive",
      LANG: "C.UTF-8",
    },
  });

function trySuite(suite, file, packages) {
  const folder = mkdtempSync(join(tmpdir(), `pilothouse-${suite}-`));
  output("tar", ["-xf", file, "-C", folder]);
  output("mount", ["-t", "proc", "proc", join(folder, "proc")]);
  try {
    for (const program of ["node", "npm"])
      if (works("chroot", [folder, "sh", "-c", `command -v ${program}`]))
        throw new Error(`${program} is there already`);
    for (const one of packages) output("cp", [one, join(folder, "root")]);
    inside(folder, "apt-get", "update", "-q");
    inside(folder, "apt-get", "install", "-q", "-y", "--no-install-recommends", "i2pd");
    // A hub needs the program and not its service.
    const unpack = "dpkg --fsys-tarfile nats-server_*.deb | tar -x -C / ./usr/sbin/nats-server";
    inside(folder, "sh", "-c", `cd /root && apt-get download -q nats-server && ${unpack}`);
    const names = packages.map((one) => `/root/${basename(one)}`);
    const description = inside(folder, "apt-get", "install", "-q", "-y", "--no-install-recommends", names[0]);
    for (const step of ["sudo pilothouse passwd --local", "sudo pilothouse setup i2pd"])
      if (!description.includes(step)) throw new Error(`the installation does not say: ${step}`);
    const script = fileURLToPath(new URL("trial/inside.mjs", import.meta.url));
    const code = isolated([process.execPath, script, folder, ...names]);
    if (code !== 0) throw new Error(`the package failed on Debian ${suite}`);
  } finally {
    output("umount", ["--recursive", join(folder, "proc")]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs the package of `out` on each Debian, in a chroot and booted; `from`, an earlier package, is upgraded to it. */
export async function tryPackage(out, { from, suites = SUITES } = {}) {
  const reason = obstacle();
  if (reason !== undefined) return process.stdout.write(`skipped: ${reason}\n`);
  const made = readdirSync(out).find((file) => file.endsWith(".deb"));
  const packages = [...(from === undefined ? [] : [from]), join(out, made)];
  for (const suite of suites) {
    const file = minimal(suite);
    if (file === undefined) continue;
    process.stdout.write(`Debian ${suite}:\n`);
    trySuite(suite, file, packages);
    process.stdout.write(`Debian ${suite}, booted:\n`);
    await tryBooted(suite, packages);
  }
}
