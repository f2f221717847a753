import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Store } from "@pilothouse/server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { NodeStore } from "./node-store.js";

let dir: string;
let store: Store;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pilothouse-node-store-"));
  store = Store.open(dir);
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true });
});

it("Every run of a node has a higher number than the one before, also if the clock was set back", async () => {
  const runs: number[] = [];
  for (const now of [1_000, 5_000, 5_000, 200, 9_000]) runs.push(await new NodeStore(store).nextRun(now));
  expect(runs).toEqual([1_000, 5_000, 5_001, 5_002, 9_000]);
});

it("A run has its number also if that cannot be saved", async () => {
  const { write } = store;
  store.write = () => Promise.reject(new Error("the disk is full"));
  expect(await new NodeStore(store).nextRun(1_000)).toBe(1_000);
  store.write = write;
});
