import { openSync, readFileSync, readSync, truncateSync, writeSync } from "node:fs";

/** Controls the preloaded shim (shim.c) through the file that both have in memory. */

/** How a call fails. `drop`: a sync that fails and has thrown away what it should have written. */
export const MODES = { eio: 1, enospc: 2, short: 3, drop: 4, lose: 5 };

const [ARMED, COUNT, FROM, UNTIL, MODE, HIT] = [0, 4, 8, 12, 16, 20];
const PATH_AT = 256;
const PATH_MOST = 1_024;
const NEVER = 0xffffffff;

const { FAULTS_CONTROL, FAULTS_LOG } = process.env;
const file = openSync(FAULTS_CONTROL, "r+");
const put = (at, value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  writeSync(file, bytes, 0, 4, at);
};
const get = (at) => {
  const bytes = Buffer.alloc(4);
  readSync(file, bytes, 0, 4, at);
  return bytes.readUInt32LE();
};

/** From now on the shim knows which files of this directory are open. */
export function watch(directory) {
  const path = Buffer.alloc(PATH_MOST);
  path.write(directory);
  writeSync(file, path, 0, PATH_MOST, PATH_AT);
}

/** Counts and records the calls from now on; those from number `from` to before `until` fail. */
export function arm({ mode = "eio", from = NEVER, until = NEVER } = {}) {
  truncateSync(FAULTS_LOG);
  for (const [at, value] of [
    [COUNT, 0],
    [HIT, 0],
    [FROM, from],
    [UNTIL, Math.min(until, NEVER)],
    [MODE, MODES[mode]],
    [ARMED, 1],
  ])
    put(at, value);
}

export const disarm = () => put(ARMED, 0);
export const count = () => get(COUNT);
/** How many calls were made to fail. */
export const hit = () => get(HIT);
export const log = () => readFileSync(FAULTS_LOG);
