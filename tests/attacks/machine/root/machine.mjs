// A machine of its own for what root does: file systems in memory over /etc, /var and /run, in a mount namespace that
// ends with this process. Nothing of it reaches the real machine.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

export const PILOTHOUSE = 54_321;
export const I2PD = 54_322;
const POLKITD = 54_323;
export const SECRET = "only root may read this";
const VICTIM = "/etc/victim";
const VICTIMS = "/var/victims";
const STUBS = "/run/stubs";

export function must(program, ...args) {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
}

// The test says which namespace is the real machine's.
if ([undefined, readlinkSync("/proc/self/ns/mnt")].includes(process.env.OUTSIDE))
  throw new Error("this is for a mount namespace of its own");

const users = { pilothouse: PILOTHOUSE, i2pd: I2PD, polkitd: POLKITD };

function place(path, { owner = 0, mode, text } = {}) {
  if (text === undefined) mkdirSync(path, { recursive: true });
  else writeFileSync(path, text);
  chownSync(path, owner, owner);
  chmodSync(path, mode ?? (text === undefined ? 0o755 : 0o644));
}

/** Debian with i2pd and Pilothouse, as far as setup and restore look at it; what was there before is gone. */
export function freshMachine() {
  for (const dir of ["/etc", "/var", "/run"]) {
    spawnSync("umount", [dir]);
    must("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", dir);
  }
  const names = Object.entries(users);
  const passwd = names.map(([name, id]) => `${name}:x:${id}:${id}::/nonexistent:/usr/sbin/nologin\n`);
  place("/etc/passwd", { text: `root:x:0:0:root:/root:/bin/sh\n${passwd.join("")}` });
  place("/etc/group", { text: `root:x:0:\n${names.map(([name, id]) => `${name}:x:${id}:\n`).join("")}` });
  for (const name of ["shadow", "gshadow"])
    place(`/etc/${name}`, {
      mode: 0o600,
      text: ["root", ...Object.keys(users)]
        .map((one) => (name === "shadow" ? `${one}:*:19000:0:99999:7:::\n` : `${one}:*::\n`))
        .join(""),
    });
  for (const dir of [
    "/etc/i2pd",
    "/etc/pilothouse",
    "/etc/systemd/system",
    "/var/lib",
    "/run/systemd/system",
    STUBS,
  ])
    place(dir);
  place("/etc/polkit-1/rules.d", { owner: POLKITD, mode: 0o700 });
  place("/etc/i2pd/i2pd.conf", { text: "# the operator's own\nipv4 = true\n" });
  place("/etc/pilothouse/pilothouse.toml", { mode: 0o640, text: 'data_dir = "/var/lib/pilothouse"\n' });
  chownSync("/etc/pilothouse/pilothouse.toml", 0, PILOTHOUSE);
  place("/var/lib/i2pd", { owner: I2PD, mode: 0o700 });
  place("/var/lib/i2pd/router.keys", { owner: I2PD, mode: 0o600, text: "the router's identity" });
  place("/var/lib/pilothouse", { owner: PILOTHOUSE, mode: 0o700 });
  place(VICTIM, { mode: 0o600, text: SECRET });
  place(VICTIMS, { mode: 0o700 });
  place(`${VICTIMS}/i2pd.conf`, { mode: 0o600, text: SECRET });
  place(`${VICTIMS}/router.keys`, { mode: 0o600, text: SECRET });
  for (const name of ["systemctl", "pilothouse", "apparmor_parser", "deb-systemd-helper"])
    place(join(STUBS, name), { mode: 0o755, text: "#!/bin/sh\n" });
  place(join(STUBS, "aa-enabled"), { mode: 0o755, text: "#!/bin/sh\nexit 1\n" });
  process.env.PATH = `${STUBS}:/usr/sbin:/usr/bin:/sbin:/bin`;
}

/** Everything in some places: kind, owner, mode and content. */
export function picture(...places) {
  const seen = {};
  const look = (path) => {
    const { uid, gid, mode } = lstatSync(path);
    const kind = (mode & 0o170000).toString(8);
    const content =
      kind === "100000" ? readFileSync(path, "latin1") : kind === "120000" ? readlinkSync(path) : "";
    seen[path] = `${kind} ${uid}:${gid} ${(mode & 0o7777).toString(8)} ${content}`;
    if (kind === "40000") for (const name of readdirSync(path)) look(join(path, name));
  };
  for (const one of places) look(one);
  return seen;
}

/** What an attacker wants: a root-only file that is changed, or can be read. */
export function harm() {
  const harmed = [];
  for (const [path, wanted] of Object.entries(safe)) {
    const { [path]: now = "gone" } = existsSync(path) ? picture(path) : {};
    if (now !== wanted) harmed.push(`${path}: ${now}`);
  }
  const extra = readdirSync(VICTIMS).filter((name) => !["i2pd.conf", "router.keys"].includes(name));
  for (const name of extra) harmed.push(`${VICTIMS}/${name} was made`);
  for (const [path, what] of Object.entries(picture("/etc", "/var")))
    if (what.includes(SECRET) && lstatSync(path).ino !== lstatSync(VICTIM).ino && !path.startsWith(VICTIMS))
      if (lstatSync(path).nlink === 1) harmed.push(`the secret is in ${path} as well`);
  return harmed;
}
let safe = {};
export const rememberVictims = () => {
  safe = picture(VICTIM, VICTIMS);
};

/** Runs a shell as one of the users, with the groups that the machine says. */
function as(user, script, ...args) {
  const members = readFileSync("/etc/group", "utf8").split("\n");
  const groups = members
    .map((line) => line.split(":"))
    .filter(([name, , , list = ""]) => name === user || list.split(",").includes(user))
    .map(([, , id]) => id);
  const id = users[user];
  return spawnSync(
    "setpriv",
    [`--reuid=${id}`, `--regid=${id}`, `--groups=${groups.join(",")}`, "sh", "-c", script, "sh", ...args],
    { encoding: "utf8", cwd: "/" },
  );
}

/** In the place of files alone, or of folders too. */
const TRAPS = {
  none: undefined,
  link: { set: (path) => symlinkSync(VICTIM, path) },
  "link to a folder": { set: (path) => symlinkSync(VICTIMS, path), folders: true },
  // As on a machine that does not protect hard links.
  "hard link": { set: (path) => linkSync(path.startsWith("/var") ? `${VICTIMS}/i2pd.conf` : VICTIM, path) },
  FIFO: { set: (path) => must("mkfifo", path) },
};
export const KINDS = Object.keys(TRAPS);

/** The traps that are set, in this order. */
const set = [];

/** Puts traps wherever one of the users could do so now: in a folder that the user may write. Returns how many. */
export function setTraps(kind, paths) {
  if (TRAPS[kind] === undefined) return 0;
  const before = set.length;
  for (const user of ["pilothouse", "i2pd"]) {
    const script = 'while [ $# -gt 0 ]; do if [ -w "$2" ] && [ -x "$2" ]; then echo "$1"; fi; shift 2; done';
    const { stdout } = as(user, script, ...paths.flatMap((path) => [path, dirname(path)]));
    for (const path of stdout.split("\n").filter(Boolean)) {
      if (set.some((trap) => isThere(trap) && `${path}/`.startsWith(`${trap.path}/`))) continue;
      if (!TRAPS[kind].folders && statSync(path, { throwIfNoEntry: false })?.isDirectory()) continue;
      const saved = `${path}.saved-by-the-test`;
      const had = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
      if (had) renameSync(path, saved);
      TRAPS[kind].set(path);
      if (kind !== "hard link") lchownSync(path, users[user], users[user]);
      set.push({ path, saved, had, ino: lstatSync(path).ino });
    }
  }
  return set.length - before;
}

const isThere = ({ path, ino }) => lstatSync(path, { throwIfNoEntry: false })?.ino === ino;

/** Takes those away that are still there, and puts back what was there before. */
export function clearTraps() {
  for (const trap of set.splice(0).reverse()) {
    const { path, saved, had } = trap;
    const trapped = isThere(trap);
    if (trapped) rmSync(path);
    if (!had || !existsSync(saved)) continue;
    if (trapped || !existsSync(path)) renameSync(saved, path);
    else rmSync(saved, { recursive: true });
  }
}

export const accessOf = (path) => {
  const { uid, gid, mode } = statSync(path);
  return [uid, gid, (mode & 0o7777).toString(8)];
};

/** Does the service's part: puts a new file in place of the old one, as its user. */
export const changeAsService = (path, text) => {
  const { status, stderr } = as(
    "pilothouse",
    'umask 027; printf %s "$2" > "$1.new" && chmod 640 "$1.new" && mv "$1.new" "$1"',
    path,
    text,
  );
  if (status !== 0) throw new Error(stderr);
};
