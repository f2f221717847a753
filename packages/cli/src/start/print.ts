import { fstatSync, writeSync } from "node:fs";
import { endWithReader } from "../terminal/exit.js";

const STDOUT = 1;

/** `process.stdout` is loaded only for a terminal: that takes longer than all the rest of a quick answer. */
const isDevice = (): boolean => fstatSync(STDOUT).isCharacterDevice();

/** The width of the terminal; undefined where there is none. */
export const columnsOfOutput = (): number | undefined => (isDevice() ? process.stdout.columns : undefined);

export function print(text: string): void {
  let rest = Buffer.from(text);
  try {
    if (!isDevice()) while (rest.length > 0) rest = rest.subarray(writeSync(STDOUT, rest));
  } catch {
    // A reader that is slow or gone: process.stdout waits for the one and reports the other.
  }
  if (rest.length === 0) return;
  endWithReader();
  process.stdout.write(rest);
}
