import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { atTheEnd, scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { serve } from "../../blackbox/process.js";
import { FACTORY, rpc, tokenFor } from "../../blackbox/wire.js";

/**
 * A process that breaks can leave its memory behind in a file, and a debugger can ask it for everything.
 * JavaScript cannot wipe a text, so the memory does hold secrets; it must not get out.
 */

const CANARY = "canary-5d1c-password";
const UNIT = readFileSync(new URL("../../../deploy/pilothouse.service", import.meta.url), "utf8");
/** Only where the system writes cores to a plain name, and lets us raise the limit, can one be looked for. */
const CORES_ARE_FILES =
  /^[\w.%-]+$/.test(readFileSync("/proc/sys/kernel/core_pattern", "utf8").trim()) &&
  spawnSync("prlimit", ["--core=unlimited", "true"]).status === 0;

/** The service after a login, in a directory of its own, with a limit on the size of a core. */
async function loggedIn(limit: string) {
  const [cwd, dataDir] = [scratch(), scratch()];
  const served = await serve(dataDir, { cwd, under: ["prlimit", `--core=${limit}`] });
  const first = await tokenFor(served.https, FACTORY);
  await rpc(served.https, "ServiceControl", { Token: first, "svccontrol.password": CANARY });
  const token = await tokenFor(served.https, CANARY);
  return { cwd, dataDir, served, token };
}

/** Whether a text is in the memory of a process, as far as a core dump would hold it. */
function remembers(pid: number, text: string): boolean {
  const maps = readFileSync(`/proc/${pid}/maps`, "utf8");
  const memory = openSync(`/proc/${pid}/mem`, "r");
  const piece = Buffer.alloc(2 ** 24);
  try {
    for (const [, begin, end] of maps.matchAll(/^(\w+)-(\w+) rw/gm))
      for (let at = Number(`0x${begin}`); at < Number(`0x${end}`); at += piece.length) {
        const length = readOrNothing(memory, piece, Math.min(piece.length, Number(`0x${end}`) - at), at);
        if (piece.subarray(0, length).includes(text)) return true;
      }
    return false;
  } finally {
    closeSync(memory);
  }
}

/** What is mapped may have gone since it was listed. */
function readOrNothing(file: number, into: Buffer, length: number, at: number): number {
  try {
    return readSync(file, into, 0, length, at);
  } catch {
    return 0;
  }
}

describe("When the service breaks, its memory stays inside", () => {
  it("although that memory holds the password of a login, and tokens", async () => {
    const { served, token } = await loggedIn("0");
    const pid = Number(served.child.pid);
    expect(remembers(pid, CANARY)).toBe(true);
    expect(remembers(pid, token)).toBe(true);
    expect(remembers(pid, `${CANARY}-of-nobody`)).toBe(false);
  });

  it.each(["SIGSEGV", "SIGABRT"] as const)(
    "under the limits of its unit %s leaves nothing behind",
    async (signal) => {
      const limit = /^LimitCORE=(\S+)$/m.exec(UNIT)?.[1];
      expect(limit).toBe("0");
      const { served, cwd, dataDir } = await loggedIn(String(limit));
      await served.kill(signal);
      expect(served.child.signalCode).toBe(signal);
      expect(readdirSync(cwd)).toEqual([]);
      for (const name of readdirSync(dataDir)) expect(name).not.toMatch(/core|report|heap/i);
    },
  );

  it.runIf(CORES_ARE_FILES)("whereas without them a core is left, with the password in it", async () => {
    const { served, cwd } = await loggedIn("unlimited");
    await served.kill("SIGSEGV");
    const [core = ""] = readdirSync(cwd);
    expect(core).toMatch(/core/);
    expect(spawnSync("grep", ["-aqF", CANARY, join(cwd, core)]).status).toBe(0);
  });
});

describe("SIGUSR1, which opens Node's debugger to every user of the machine", () => {
  const OPENED = /Debugger listening|Starting inspector/;

  /** Opens the debugger of a program that leaves the signal to Node. */
  async function opened(): Promise<string> {
    const bare = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000); console.log('ready')"]);
    atTheEnd(() => bare.kill("SIGKILL"));
    await once(bare.stdout, "data");
    bare.kill("SIGUSR1");
    const [said] = await once(bare.stderr, "data");
    return String(said);
  }

  it("does nothing in the service, while it does so in a program that leaves it to Node", async () => {
    const served = await serve(scratch());
    served.child.kill("SIGUSR1");
    served.child.kill("SIGHUP");
    await served.logged("settings and certificate reloaded");
    // The debugger starts in a thread of its own, and so perhaps after that: others take no longer.
    for (let times = 0; times < 3; times++) expect(await opened()).toMatch(OPENED);
    expect(served.stderr).not.toMatch(OPENED);
    expect((await rpc(served.https, "Echo", {})).code).toBe(-32002);
  });
});
