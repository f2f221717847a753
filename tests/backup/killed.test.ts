import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { systemClock } from "@pilothouse/drivers/port";
import { makeBackup, restore, Store, unpack, writeBackup } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeAll, describe, expect, it } from "vitest";
import { acceptSwap, resumeSwap, sweepStages } from "../../packages/server/src/features/backup/swap/swap.js";

const WORKER = resolve(import.meta.dirname, "killed.mjs");

let dataDir: string;
let backup: string;

const put = (store: Store, name: string, text: string) =>
  store.write((db) => db.run("INSERT OR REPLACE INTO value VALUES (?, ?)", name, text));
async function stateOf(dir: string): Promise<unknown> {
  const store = Store.open(dir);
  const state = store.get("SELECT text FROM value WHERE name = 'state'")?.["text"];
  await store.close();
  return state;
}

/** A store in the state "new", and a backup of it in the state "saved". */
beforeAll(async () => {
  dataDir = join(scratch(), "data");
  backup = join(scratch(), "one.backup");
  const store = Store.open(dataDir);
  await put(store, "password", "1");
  await put(store, "state", "saved");
  const files = [join(dataDir, "certificate.pem"), join(dataDir, "only-saved")];
  for (const file of files) writeFileSync(file, "saved");
  await writeBackup(backup, await makeBackup({ dataDir, store, files, version: "1", now: 1 }));
  writeFileSync(join(dataDir, "certificate.pem"), "new");
  rmSync(join(dataDir, "only-saved"));
  await put(store, "state", "new");
  await store.close();
});

/** Runs the worker, and checks what kills before its first change of a file, its second and so on would have left. */
async function killedAtEach(
  what: string,
  check: (dir: string, file: string) => Promise<void>,
): Promise<number> {
  const [place, copies] = [scratch(), scratch()];
  const [dir, file] = [join(place, "data"), join(place, "one.backup")];
  cpSync(dataDir, dir, { recursive: true });
  cpSync(backup, file);
  const { stderr, status } = spawnSync(process.execPath, [WORKER, what, dir, file, copies], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  const kills = readdirSync(copies);
  for (const at of kills) await check(join(copies, at, "data"), join(copies, at, "one.backup"));
  return kills.length - 1;
}

describe("killed at any moment", () => {
  it("a restore leaves the old store or the new one, and can be done again", async () => {
    const seen = new Set<unknown>();
    const kills = await killedAtEach("restore", async (dir, file) => {
      seen.add(await stateOf(dir));
      await restore(await unpack(readFileSync(file), async () => ""), dir, systemClock);
      expect(await stateOf(dir)).toBe("saved");
      expect(readdirSync(dir).filter((name) => name.startsWith(".restore-"))).toEqual([]);
    });
    expect([...seen].sort()).toEqual(["new", "saved"]);
    expect(kills).toBeGreaterThan(4);
  });

  it.each(["start", "fail"])(
    "a restart to restore (%s) is finished or undone by the next start, wholly",
    async (what) => {
      const seen = new Set<string>();
      const kills = await killedAtEach(what, async (dir) => {
        // As each start does.
        resumeSwap(dir, systemClock);
        const state = String(await stateOf(dir));
        expect(readFileSync(join(dir, "certificate.pem"), "utf8")).toBe(state);
        expect(existsSync(join(dir, "only-saved"))).toBe(state === "saved");
        acceptSwap(dir, systemClock);
        sweepStages(dir);
        const rest = readdirSync(dir).filter((name) => name.startsWith(".restor"));
        expect([await stateOf(dir), rest]).toEqual([state, []]);
        const aside = readdirSync(dir).filter((name) => name.includes(".before-restore-"));
        expect(aside).toHaveLength(state === "saved" ? 1 : 0);
        seen.add(state);
      });
      // Killed before the service has tried it, a restore is tried by the next start.
      expect([...seen].sort()).toEqual(["new", "saved"]);
      expect(kills).toBeGreaterThan(10);
    },
  );

  it("a backup leaves the old file or the new one, and the store as it was", async () => {
    const seen = new Set<unknown>();
    await killedAtEach("backup", async (dir, file) => {
      expect(await stateOf(dir)).toBe("new");
      const other = join(scratch(), "data");
      await restore(await unpack(readFileSync(file), async () => ""), other, systemClock);
      expect(existsSync(other)).toBe(true);
      seen.add(await stateOf(other));
    });
    expect([...seen].sort()).toEqual(["new", "saved"]);
  });
});
