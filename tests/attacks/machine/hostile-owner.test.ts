import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { canRunAs, type Launch, run, serve } from "../../blackbox/process.js";
import { logIn } from "../../blackbox/wire.js";
import { choosePassword } from "../../support/chosen-password.js";

/**
 * Root runs the command line in a data directory with a hostile owner. No file of root is overwritten, given
 * away or read into a report, no process gets a signal, and every command ends.
 */

const NOBODY = { uid: 65_534, gid: 65_534 };
/** Needs root, to be hurt. */
const IS_ROOT = canRunAs(NOBODY);

const SECRET = "root:only root may read this";
const FILES = [
  "pilothouse.db",
  "pilothouse.db-journal",
  "pilothouse.pid",
  "pilothouse.sock",
  "pilothouse.settings.json",
  "certificate.pem",
  "key.pem",
];
/** Those that passwd works with: it does not look at the certificate. */
const OF_PASSWD = FILES.filter((name) => !name.endsWith(".pem"));
const NEW = "a password that root sets";

/** A data directory of theirs, and a file of root's that they are after. */
function place(): { dataDir: string; victim: string } {
  const above = scratch();
  chmodSync(above, 0o755);
  const dataDir = join(above, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  chownSync(dataDir, NOBODY.uid, NOBODY.gid);
  const victim = join(above, "victim");
  writeFileSync(victim, SECRET, { mode: 0o600 });
  return { dataDir, victim };
}

/** What a service of theirs has left there. */
async function giveStore(dataDir: string): Promise<void> {
  await choosePassword(dataDir, "an old password");
  chownSync(join(dataDir, "pilothouse.db"), NOBODY.uid, NOBODY.gid);
}

const TRAPS: { readonly [kind: string]: (path: string, victim: string) => void } = {
  "symbolic link": (path, victim) => symlinkSync(victim, path),
  "link to nothing": (path, victim) => symlinkSync(`${victim}.new`, path),
  "hard link": (path, victim) => linkSync(victim, path),
  FIFO: (path) => expect(spawnSync("mkfifo", [path]).status).toBe(0),
  "endless device": (path, victim) => symlinkSync(endless(victim), path),
};

/** An endless device of our own where the system lets us make one: a failure must not harm the machine's. */
function endless(victim: string): string {
  const device = `${victim}.zero`;
  if (existsSync(device) || spawnSync("mknod", ["-m", "666", device, "c", "1", "5"]).status === 0)
    return device;
  return "/dev/zero";
}

const COMMANDS: { readonly [name: string]: readonly string[] } = {
  passwd: ["passwd", "--local", "--data-dir"],
  doctor: ["doctor", "--data-dir"],
  report: ["report", "--out", "-", "--data-dir"],
  config: ["config", "--data-dir"],
  info: ["--local", "info", "--data-dir"],
};

function expectUnharmed(victim: string): void {
  expect(readFileSync(victim, "utf8")).toBe(SECRET);
  const { uid, gid, mode } = statSync(victim);
  expect([uid, gid, mode & 0o777]).toEqual([0, 0, 0o600]);
  expect(lstatSync(`${victim}.new`, { throwIfNoEntry: false })).toBeUndefined();
}

describe.runIf(IS_ROOT)("Root in a directory of a hostile owner", () => {
  const asRoot = (command: readonly string[], dataDir: string) =>
    run([...command, dataDir], { input: `${NEW}\n`, cwd: "/" });

  it.each(Object.keys(TRAPS))("loses nothing to a %s in the place of any file", async (kind) => {
    const set = async (names: readonly string[]) => {
      const { dataDir, victim } = place();
      await giveStore(dataDir);
      for (const name of names) {
        rmSync(join(dataDir, name), { force: true });
        TRAPS[kind]?.(join(dataDir, name), victim);
      }
      return { dataDir, victim };
    };
    // A trap alone, which the command comes to for certain; and all of them, for those that look at the others too.
    for (const name of OF_PASSWD) {
      const { dataDir, victim } = await set([name]);
      const { code, stderr } = await asRoot(COMMANDS["passwd"] ?? [], dataDir);
      expectUnharmed(victim);
      expect([name, code, stderr]).toEqual([
        name,
        expect.any(Number),
        expect.not.stringContaining("    at "),
      ]);
    }
    for (const [name, command] of Object.entries(COMMANDS)) {
      const { dataDir, victim } = await set(FILES);
      const { code, stdout, stderr } = await asRoot(command, dataDir);
      expectUnharmed(victim);
      expect([name, code, stderr]).toEqual([
        name,
        expect.any(Number),
        expect.not.stringContaining("    at "),
      ]);
      expect(stdout).not.toContain(SECRET);
    }
  });

  it("is not led elsewhere by a link in the place of the directory", async () => {
    const { dataDir } = place();
    const above = join(dataDir, "above");
    mkdirSync(above);
    chownSync(above, NOBODY.uid, NOBODY.gid);
    const elsewhere = scratch();
    chmodSync(elsewhere, 0o755);
    symlinkSync(elsewhere, join(above, "data"));
    const { code } = await asRoot(COMMANDS["passwd"] ?? [], join(above, "data"));
    expect(code).toBe(1);
    expect(statSync(elsewhere).mode & 0o777).toBe(0o755);
    expect(lstatSync(join(elsewhere, "pilothouse.db"), { throwIfNoEntry: false })).toBeUndefined();
  });

  it("leaves the store the owner's, and makes none where there is none", async () => {
    const { dataDir } = place();
    expect(await asRoot(COMMANDS["passwd"] ?? [], dataDir)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`there is no store in ${dataDir}`),
    });
    expect(readdirSync(dataDir)).toEqual([]);
    await giveStore(dataDir);
    expect((await asRoot(COMMANDS["passwd"] ?? [], dataDir)).code).toBe(0);
    expect(statSync(join(dataDir, "pilothouse.db"))).toMatchObject(NOBODY);
  });

  it("sends no signal for any content of the pid file, and sets the password of a running service", async () => {
    const { dataDir, victim } = place();
    const launch: Launch = { as: NOBODY, cwd: "/", env: { HOME: dataDir } };
    const served = await serve(dataDir, launch);
    const bystander = await standing();
    const pidFile = join(dataDir, "pilothouse.pid");
    // Version 0.1 left the new password in these files for the service, and gave them to its user.
    for (const name of ["password.new", "password.new.part"]) symlinkSync(victim, join(dataDir, name));
    // -1 comes last: a command that believed the file would signal every process of the machine.
    for (const [n, pid] of [bystander.pid, "1e3", "x", 1, 0, -1].entries()) {
      rmSync(pidFile, { force: true });
      writeFileSync(pidFile, `${pid}\n`);
      const password = `${NEW} ${n}`;
      const { code, stderr } = await run(["passwd", "--local", "--data-dir", dataDir], {
        input: `${password}\n`,
        cwd: "/",
      });
      expectUnharmed(victim);
      expect([pid, code, stderr]).toEqual([pid, 0, expect.stringContaining("Password changed")]);
      expect((await logIn(served.https, password)).code).toBeUndefined();
      await run(["doctor", "--data-dir", dataDir], { cwd: "/" });
      expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null]);
    }
    expect(served.child.exitCode).toBeNull();
  });
});

/** A process of root's that would end at any signal. */
async function standing(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["-e", "console.log(1);setInterval(() => {}, 1000)"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}
