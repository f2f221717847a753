import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** What changes something on the disk. */
const STEPS = [
  "openSync",
  "writeFileSync",
  "fsyncSync",
  "linkSync",
  "renameSync",
  "rmSync",
  "mkdirSync",
] as const;

let dead = false;
let isElsewhere = false;

/** What a process that was killed cannot do any more. */
export function requireAlive(): void {
  if (dead) throw new Error("killed");
}

/** What another process does meanwhile. */
export function elsewhere<T>(work: () => T): T {
  isElsewhere = true;
  try {
    return work();
  } finally {
    isElsewhere = false;
  }
}

/**
 * Does something with the files, and is killed before its nth step: from then on nothing of it reaches the disk. Resolves
 * with how many steps there were, when it came to its end before.
 */
export async function killedBefore(nth: number, work: () => unknown): Promise<number | undefined> {
  const real = STEPS.map((name) => fs[name]);
  let steps = 0;
  STEPS.forEach((name, at) => {
    const step = (...args: readonly unknown[]) => {
      if (!isElsewhere) dead = steps++ >= nth;
      if (!isElsewhere) requireAlive();
      return (real[at] as (...args: readonly unknown[]) => unknown)(...args);
    };
    Object.assign(fs, { [name]: step });
  });
  syncBuiltinESMExports();
  try {
    await work();
    return dead ? undefined : steps;
  } catch (error) {
    if (!dead) throw error;
    return undefined;
  } finally {
    dead = false;
    STEPS.forEach((name, at) => {
      Object.assign(fs, { [name]: real[at] });
    });
    syncBuiltinESMExports();
  }
}
