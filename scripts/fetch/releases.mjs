// i2pd of other Debian releases, each in a minimal root of its release. A root holds i2pd with the libraries
// it needs, unpacked and never installed, so that no service can start. Making one takes root and mmdebstrap.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../prepare.mjs";
import { installPackages } from "./debian.mjs";

/** Those whose i2pd differs from that of Debian 12, which the tests take from the machine itself. */
export const RELEASES = ["trixie", "sid"];
/** Where Debian's package puts it. */
export const I2PD = "/usr/bin/i2pd";
/** base-files brings the links such as /lib, without which no program finds its loader. */
const PACKAGES = ["base-files", "coreutils", "dash", "i2pd"];
/** A program wants a name for the user it runs as, and some tests another user. */
const PASSWD = "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n";

/** What is said without the place in our code where it happened. */
export class Failure extends Error {}

/** The root of a release for tests of i2pd. */
export function rootOf(release) {
  if (!RELEASES.includes(release))
    throw new Failure(`There is no release ${release}; there are ${RELEASES.join(", ")}`);
  const place = minimalRoot(release, release, ["--variant=extract", `--include=${PACKAGES}`]);
  writeFileSync(join(place, "etc", "passwd"), PASSWD);
  return place;
}

/** The root file system of a release with what mmdebstrap puts there. Made once and kept in this checkout. */
export function minimalRoot(release, name, contents) {
  const place = join(root, ".stamps", "i2pd", "releases", name);
  if (existsSync(place)) return place;
  const made = `${place}.made`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(dirname(place), { recursive: true });
  bootstrap(release, made, contents);
  renameSync(made, place);
  return place;
}

function bootstrap(release, place, contents) {
  const args = [
    "--mode=root",
    ...contents,
    // A mirror that keeps one day of unstable is past the date to which its index counts as new. Its
    // signature is checked all the same.
    '--aptopt=Acquire::Check-Valid-Until "false"',
    release,
    place,
    mirror(),
  ];
  const make = () => spawnSync("mmdebstrap", args, { stdio: ["ignore", 2, 2] });
  let { status, error } = make();
  if (error?.code === "ENOENT" && installPackages(["mmdebstrap"])) ({ status, error } = make());
  if (error || status !== 0)
    throw new Failure(
      `mmdebstrap could not make a root of Debian ${release} (${error?.message ?? `exit code ${status}`}); it needs to be run as root`,
    );
}

/** Where this machine gets Debian's packages. Other releases are served from the same place. */
export function mirror() {
  const { stdout = "" } = spawnSync("apt-get", ["--print-uris", "update"], { encoding: "utf8" });
  // Other suites of an archive have a dash in their name: bookworm-updates, bookworm-security.
  const [, found] = /^'(\S+?)\/dists\/[a-z]+\/InRelease'/m.exec(stdout) ?? [];
  if (found === undefined)
    throw new Failure("apt-get names no Debian archive on this machine to get another release from");
  return found;
}

/** In a mount namespace of its own: what the tests need of this machine, at the same paths in the root. */
export function mountInto(place) {
  for (const path of ["/proc", "/dev", tmpdir(), root, process.execPath]) {
    const there = join(place, path);
    if (statSync(path).isDirectory()) mkdirSync(there, { recursive: true });
    else if (!existsSync(there)) {
      mkdirSync(dirname(there), { recursive: true });
      writeFileSync(there, "");
    }
    const { status, stderr } = spawnSync("mount", ["--rbind", path, there], { encoding: "utf8" });
    if (status !== 0) throw new Failure(`${path} cannot be shown in ${place}: ${stderr}`);
  }
}

/** The command as it is run in the root. */
export const inRoot = (place, argv) => ["unshare", "--root", place, "--wd", root, "--", ...argv];
