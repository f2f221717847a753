import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export const MIB = 1_048_576;

/**
 * The environment of a service whose heap cannot grow beyond this many MiB: a leak of objects ends it.
 * V8 returns memory to the system late, so the size of the process says less.
 */
export const heapOf = (mib: number) => ({ NODE_OPTIONS: `--max-old-space-size=${mib}` });

/** Memory that a process holds, in bytes. */
export const memoryOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1_024;

/**
 * The memory of a process once it is below `bound`, or what it still holds after a while. `stir` gives
 * it something small to do: without work nothing is collected.
 */
export async function settled(
  pid: number | undefined,
  bound: number,
  stir: () => Promise<unknown>,
): Promise<number> {
  for (const end = Date.now() + 20_000; memoryOf(pid) >= bound && Date.now() < end; await sleep(20))
    await stir();
  return memoryOf(pid);
}
