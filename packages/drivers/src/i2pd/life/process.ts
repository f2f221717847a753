import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { orNoEntry } from "@pilothouse/system";
import { PROCESS_NAME } from "../quirks.js";

/** A process by its number and the time it began: numbers are used again, but not at the same time. */
export interface ProcessId {
  readonly pid: number;
  /** Clock ticks from the start of the machine to that of the process. */
  readonly began: number;
}

export interface Process extends ProcessId {
  readonly name: string;
  /** The state from /proc: R, S, D, or T for a suspended one. */
  readonly state: string;
}

/**
 * The living process of this number. It is looked at four times a second: a file of /proc is never waited for, and to
 * read it otherwise takes 64 KiB of memory each time, which had garbage collected every few seconds.
 */
export async function processOf(pid: number): Promise<Process | undefined> {
  const stat = await orNoEntry(async () => readFileSync(`/proc/${pid}/stat`, "utf8"), "ESRCH");
  // The name is in brackets, and may hold brackets itself.
  const [, name = "", rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(stat ?? "") ?? [];
  const [state = "", ...fields] = rest.split(" ");
  const began = Number(fields[18]);
  // A dead process is a zombie until its parent has read its exit status.
  if (state === "Z" || state === "X" || !Number.isSafeInteger(began)) return undefined;
  return { pid, began, name, state };
}

/** A process as a text, by which it is known again. */
export const markOf = ({ pid, began }: ProcessId): string => `${pid}@${began}`;

/** The process of a mark, if it still lives. */
export async function processIn(mark: string): Promise<ProcessId | undefined> {
  const [pid = 0, began = 0] = mark.split("@").map(Number);
  const found = await processOf(pid);
  return found?.began === began ? found : undefined;
}

export const pidFileOf = (dataDir: string): string => join(dataDir, "i2pd.pid");

/** The arguments that a process was started with. */
export async function argumentsOf(pid: number): Promise<readonly string[]> {
  return ((await fileOrNone(`/proc/${pid}/cmdline`)) ?? "").split("\0").slice(0, -1);
}

/** The router that has locked the pid file of a data directory, when it works there. */
export async function processByPidFile(dataDir: string): Promise<ProcessId | undefined> {
  const pid = Number.parseInt((await fileOrNone(pidFileOf(dataDir))) ?? "", 10);
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined;
  const found = await processOf(pid);
  if (found === undefined || !PROCESS_NAME.test(found.name)) return undefined;
  return (await argumentsOf(pid)).includes(`--datadir=${dataDir}`) ? found : undefined;
}

/** Any router that works on this data directory, also one that others started. */
export async function processOn(dataDir: string): Promise<Process | undefined> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  for (const pid of pids) {
    const found = await processOf(pid);
    if (found === undefined || !PROCESS_NAME.test(found.name) || (await isInContainer(pid))) continue;
    if ((await dataDirOf(pid)) === dataDir) return found;
  }
  return undefined;
}

/** It has a number of its own there, and its directories are others, whatever they are called. */
async function isInContainer(pid: number): Promise<boolean> {
  return /^NSpid:\t\d+\t/m.test((await fileOrNone(`/proc/${pid}/status`)) ?? "");
}

/** The data directory of a router, by the rules that i2pd itself follows; undefined when it is not ours to know. */
async function dataDirOf(pid: number): Promise<string | undefined> {
  const args = await argumentsOf(pid);
  const given = args.flatMap((arg, at) => {
    if (arg === "--datadir") return args[at + 1] ?? [];
    return arg.startsWith("--datadir=") ? arg.slice("--datadir=".length) : [];
  })[0];
  if (given !== undefined) return resolve(given);
  if (args.includes("--service")) return "/var/lib/i2pd";
  const environment = await fileOrNone(`/proc/${pid}/environ`).catch(() => undefined);
  const home = environment?.split("\0").find((line) => line.startsWith("HOME="));
  return home && join(home.slice("HOME=".length), ".i2pd");
}

/** The memory that a process holds now, in bytes; undefined when it is gone. */
export async function memoryOf(pid: number): Promise<number | undefined> {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec((await fileOrNone(`/proc/${pid}/status`)) ?? "")?.[1];
  return kib === undefined ? undefined : Number(kib) * 1_024;
}

/** Sends a signal; a process that is gone already needs none. */
export function signal(pid: number, name: NodeJS.Signals): void {
  // 0 and less would mean many processes at once, ourselves among them.
  if (!(pid > 1)) throw new RangeError(`${pid} is not the number of a router's process`);
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** ESRCH: the process ended while its file was read. */
const fileOrNone = (path: string): Promise<string | undefined> =>
  orNoEntry(() => readFile(path, "utf8"), "ESRCH");
