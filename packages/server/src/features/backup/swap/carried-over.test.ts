import { systemClock } from "@pilothouse/drivers/port";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it } from "vitest";
import { PASSWORD_VALUE } from "../../../store/opening/soundness.js";
import { Store } from "../../../store/store.js";
import { putValue, readValue } from "../../../store/values.js";
import { unpack } from "../archive.js";
import { makeBackup } from "../make-backup.js";
import { stageFiles } from "../restore.js";
import { ofRouter } from "./carried-over.js";
import { acceptSwap, commitSwap, resumeSwap } from "./swap.js";

const NAMES = ["router.i2pd", "budget.held.i2pd", "apply", "graceful.order", "router.simulator"];

/** What is in the store of a service with a router of this kind, after the backup of another time was restored. */
async function afterRestore(kind: string, then: readonly string[], now: readonly string[]) {
  const dataDir = scratch();
  const store = Store.open(dataDir);
  const put = (names: readonly string[], text: string) =>
    store.write((db) => {
      db.run("DELETE FROM value WHERE name <> 'store.commit'");
      for (const name of [PASSWORD_VALUE, ...names]) putValue(db, name, JSON.stringify({ of: text }));
    });
  await put(then, "then");
  const bytes = await makeBackup({ dataDir, store, files: [], version: "1", now: 1 });
  await put(now, "now");
  await store.close();
  const staged = await stageFiles(await unpack(bytes, async () => ""), dataDir, systemClock);
  commitSwap({ ...staged, stays: ofRouter(kind) }, dataDir);
  resumeSwap(dataDir, systemClock);
  acceptSwap(dataDir, systemClock);
  const restored = Store.open(dataDir);
  const found = NAMES.map((name) => /now|then/.exec(readValue(restored, name) ?? "")?.[0]);
  await restored.close();
  return found;
}

it("What is known of a router stays with its files: those of the backup are not restored", async () => {
  expect(await afterRestore("i2pd", NAMES, NAMES)).toEqual(["now", "now", "now", "now", "then"]);
  expect(await afterRestore("i2pd", [], NAMES)).toEqual(["now", "now", "now", "now", undefined]);
  const gone = [undefined, undefined, undefined, undefined, "then"];
  expect(await afterRestore("i2pd", NAMES, [])).toEqual(gone);
});

it("A simulated router becomes what it was, since it is in the store alone", async () => {
  expect((await afterRestore("simulator", NAMES, NAMES)).at(-1)).toBe("then");
});
