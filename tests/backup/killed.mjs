/**
 * Makes or restores a backup, and before each change of a file copies what there is. A process that is killed leaves to
 * others just what they could read before, so each copy is what a kill would have left at that moment, and one run does
 * for all of them. `start` and `fail` do what a service does that is restarted with a backup, and that cannot start
 * with it.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";

const [what, dataDir, file, copies] = process.argv.slice(2);
const CHANGES = [
  "writeFileSync",
  "renameSync",
  "copyFileSync",
  "mkdirSync",
  "rmSync",
  "mkdtempSync",
  "fsyncSync",
];

let made = 0;
let copying = false;
function copy() {
  // To copy changes files, too.
  copying = true;
  fs.cpSync(dirname(dataDir), join(copies, `${made++}`), { recursive: true });
  copying = false;
}
for (const name of CHANGES) {
  const change = fs[name];
  fs[name] = (...given) => {
    if (!copying) copy();
    return change(...given);
  };
}
syncBuiltinESMExports();

// Not the whole server, which takes long to load.
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
copy();
