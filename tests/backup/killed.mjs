/**
 * Makes or restores a backup, and is killed right before the given change of a file. Prints what it has come to.
 * `start` and `fail` do what a service does that is restarted with a backup, and that cannot start with it.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [what, dataDir, file, at] = process.argv.slice(2);
const CHANGES = [
  "writeFileSync",
  "renameSync",
  "copyFileSync",
  "mkdirSync",
  "rmSync",
  "mkdtempSync",
  "fsyncSync",
];

let left = Number(at);
for (const name of CHANGES) {
  const change = fs[name];
  fs[name] = (...given) => {
    if (left-- === 0) process.kill(process.pid, "SIGKILL");
    return change(...given);
  };
}
syncBuiltinESMExports();

// Not the whole server: loading it would take most of each of many runs.
const { built } = await import("../faults/built.mjs");
const { makeBackup, writeBackup } = await built("server", "features/backup/make-backup.js");
const { restore, stageFiles } = await built("server", "features/backup/restore.js");
const swap = await built("server", "features/backup/swap/swap.js");
const { unpack } = await built("server", "features/backup/archive.js");
const { Store } = await built("server", "store/store.js");
const clock = { now: () => Date.now() };
if (what === "backup") {
  const store = Store.open(dataDir);
  await writeBackup(file, await makeBackup({ dataDir, store, files: [], version: "1", now: 1 }));
  await store.close();
} else {
  const backup = await unpack(fs.readFileSync(file), () => "");
  if (what === "restore") await restore(backup, dataDir, clock);
  else {
    swap.commitSwap(await stageFiles(backup, dataDir, clock), dataDir, { address: "192.0.2.1" });
    swap.resumeSwap(dataDir, clock);
    if (what === "fail") swap.undoSwap(dataDir, "it cannot start");
    swap.acceptSwap(dataDir, clock);
  }
}
process.stdout.write("done\n");
