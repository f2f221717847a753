import { spawn, spawnSync } from "node:child_process";
import { readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { pack } from "../../../../packages/server/src/features/backup/archive.js";
import { Store, storeFile } from "../../../../packages/server/src/store/store.js";

/**
 * Root sets up, undoes, restores and looks at a machine whose service and router are in the hands of hostile users. Each
 * is done in a mount namespace of its own, on file systems in memory: see machine.mjs.
 */

const IN_NAMESPACE = ["unshare", "--mount", "--propagation", "private"];

/** Why it cannot be tried here. */
function obstacle(): string | undefined {
  if (process.getuid?.() !== 0) return "only root can be hurt";
  const [program = "", ...args] = IN_NAMESPACE;
  const works = (...command: string[]) => spawnSync(program, [...args, ...command]).status === 0;
  if (!works("mount", "-t", "tmpfs", "tmpfs", "/mnt")) return "this root cannot have a mount namespace";
  if (!works("setpriv", "--reuid=54321", "--clear-groups", "true")) return "setpriv is not there";
  return undefined;
}
const OBSTACLE = obstacle();

interface Said {
  readonly args: readonly string[];
  readonly status: number | null;
  readonly output: string;
}

/** Runs one of the programs beside this file, on a machine of its own; resolves with what it found. */
async function found(script: string, ...args: string[]) {
  const [program = "", ...before] = IN_NAMESPACE;
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(program, [...before, process.execPath, file, ...args], {
    env: { ...process.env, OUTSIDE: readlinkSync("/proc/self/ns/mnt") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  await new Promise((resolve) => child.once("close", resolve));
  expect(err).toBe("");
  return JSON.parse(out);
}

const PILOTHOUSE = 54_321;
const I2PD = 54_322;

describe.skipIf(OBSTACLE)(`Root among hostile users${OBSTACLE ? ` (${OBSTACLE})` : ""}`, () => {
  it("attaches i2pd and undoes it, with traps before each step, and everything is as it was", async () => {
    const { harmed, traps, left, given } = await found("steps.mjs", "attach");
    expect({ harmed, left }).toEqual({ harmed: [], left: [] });
    expect(traps).toBeGreaterThan(20);
    // The service gets a folder of its own, and nothing else.
    expect(given).toEqual([
      [PILOTHOUSE, I2PD, "2750"],
      [PILOTHOUSE, I2PD, "640"],
      [0, 0, "755"],
      [I2PD, I2PD, "750"],
    ]);
  });

  it("moves i2pd and undoes it, with traps before each step", async () => {
    const { harmed, traps, left, given } = await found("steps.mjs", "move");
    expect({ harmed, left }).toEqual({ harmed: [], left: [] });
    expect(traps).toBeGreaterThan(20);
    expect(given).toEqual([
      [PILOTHOUSE, PILOTHOUSE, "700"],
      [PILOTHOUSE, PILOTHOUSE, "600"],
      [PILOTHOUSE, PILOTHOUSE, "600"],
    ]);
  });

  it("restores files outside of the data directory, with traps before each", async () => {
    const { harmed, traps, given } = await found("steps.mjs", "restore");
    expect(harmed).toEqual([]);
    expect(traps).toBeGreaterThan(20);
    expect(given).toEqual([
      [PILOTHOUSE, I2PD, "640"],
      [I2PD, I2PD, "600"],
      [0, PILOTHOUSE, "640"],
    ]);
  });

  it("looks at an attached i2pd by the groups of the service's user", async () => {
    const { harmed, said } = await found("commands.mjs", "attached");
    expect(harmed).toEqual([]);
    const [{ output }] = said as [Said];
    expect(output).not.toMatch(/EACCES|could not be checked|as root/);
    const { findings } = JSON.parse(output);
    const files = findings.filter(({ check }: { check: string }) => /^(i2pd files|i2pd disk)$/.test(check));
    expect(files.map(({ level }: { level: string }) => level)).not.toContain("problem");
    expect(files.length).toBeGreaterThan(1);
  });

  it("runs a program of the service's user with that user's rights alone", async () => {
    const { harmed, said } = await found("commands.mjs", "program");
    expect(harmed).toEqual([]);
    expect(said[1].ran).toBe(true);
    expect(Object.keys(JSON.parse(said[1].env))).toEqual(expect.not.arrayContaining(["HOME"]));
  });

  it("does not wait for a FIFO in the place of i2pd.conf", async () => {
    const { said } = await found("commands.mjs", "fifo");
    expect(said.map(({ args: [name], status }: Said) => [name, status])).toEqual([
      ["doctor", 1],
      ["report", 0],
      ["logs", 1],
    ]);
  });

  it("shows no file of root's as the router's log, wherever i2pd.conf says that is", async () => {
    const { said } = await found("commands.mjs", "log");
    for (const { output } of said as Said[]) expect(output).not.toContain("only root may read this");
  });

  it("purges the package's folders and follows no link there", async () => {
    const { harmed, said } = await found("commands.mjs", "purge");
    expect({ harmed, said }).toEqual({ harmed: [], said: [{ left: [] }] });
  });

  it("does nothing in a place that everybody can change", async () => {
    const { said } = await found("commands.mjs", "open");
    expect(said).toMatchObject([
      { status: 1, output: expect.stringContaining("chmod go-w /var/open") },
      { made: false },
    ]);
  });

  it("restores only what the settings name, after a question, and shows control characters", async () => {
    const place = scratch();
    await Store.open(place).close();
    const bytes = Buffer.from('data_dir = "/var/lib/pilothouse"\nlocale = "de"\n');
    const path = (name: string) => ({ path: name, mode: 0o666, bytes });
    const file = join(place, "hostile.backup");
    const evil = "/etc/cron.d/\u001b[2J\u009b2K\u202eevil\r\nRestored to nowhere";
    const files = [
      { path: "pilothouse.db", mode: 0o600, bytes: readFileSync(storeFile(place)) },
      ...["/etc/pilothouse/pilothouse.toml", evil, "/etc/victim.new", "/etc/pilothouse/../made"].map(path),
    ];
    writeFileSync(
      file,
      await pack({ at: 0, version: "\u001b]0;title\u0007", dataDir: "/\u001b[31m", files }),
    );
    const { harmed, said } = await found("commands.mjs", "restore", file);
    expect(harmed).toEqual([]);
    const [asked, done, after] = said;
    expect([asked.status, done.status]).toEqual([2, 0]);
    expect(asked.output).toContain(
      "This writes outside of the data directory: /etc/pilothouse/pilothouse.toml (replaced). Continue?",
    );
    expect(done.output).toContain("Not restored, because the settings of this installation do not name them");
    for (const { output } of [asked, done]) {
      expect(output.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(output).not.toMatch(/^Restored to nowhere/m);
    }
    expect(after).toEqual({ settings: bytes.toString(), made: [] });
  });
});
