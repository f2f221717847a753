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

/**
 * Does something with the files, and is killed before its nth step: from then on nothing reaches the disk. Returns how
 * many steps there were, when it came to its end before.
 */
export function killedBefore(nth: number, work: () => void): number | undefined {
  const real = STEPS.map((name) => fs[name]);
  let steps = 0;
  STEPS.forEach((name, at) => {
    const step = (...args: readonly unknown[]) => {
      if (steps++ >= nth) throw new Error("killed");
      return (real[at] as (...args: readonly unknown[]) => unknown)(...args);
    };
    Object.assign(fs, { [name]: step });
  });
  syncBuiltinESMExports();
  try {
    work();
    return steps;
  } catch (error) {
    if (!(error as Error).message.includes("killed")) throw error;
    return undefined;
  } finally {
    STEPS.forEach((name, at) => {
      Object.assign(fs, { [name]: real[at] });
    });
    syncBuiltinESMExports();
  }
}
