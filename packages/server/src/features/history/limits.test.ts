import type { NetworkView } from "@pilothouse/drivers/port";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, expect, it } from "vitest";
import { silentLog } from "../../log.js";
import { Store } from "../../store/store.js";
import { Limits } from "./limits.js";

let store: Store;
let now: number;
let limits: Limits;
const opened = () => {
  const made = new Limits(store, { now: () => now }, silentLog);
  made.start();
  return made;
};

beforeEach(() => {
  store = Store.open(scratch());
  now = 1_000;
  limits = opened();
});
afterEach(() => store.close());

const see = (at: number, inbound: string | null, outbound: string | null) => {
  now = at;
  const values = new Map([
    ["router.net.bw.in", inbound],
    ["router.net.bw.out", outbound],
  ]);
  return limits.see({ values } as unknown as NetworkView);
};

it("are those that were in force, from the beginning of the time on, also after a restart", async () => {
  await see(1_000, "100", "50");
  await see(2_000, "100", "50");
  await see(3_000, "10", null);
  await see(4_000, "100", "50");
  const first = { at: 1_000, in: 102_400, out: 51_200 };
  const second = { at: 3_000, in: 10_240, out: null };
  const third = { ...first, at: 4_000 };
  expect(limits.between(0, 9_000)).toEqual([first, second, third]);
  expect(opened().between(0, 9_000)).toEqual([first, second, third]);
  expect(limits.between(2_500, 3_500)).toEqual([first, second]);
  expect(limits.between(3_000, 3_500)).toEqual([second]);
  expect(limits.between(0, 1_000)).toEqual([]);
});

it("are not known before the router has told them, and forget a clock that was set back", async () => {
  await limits.see(undefined);
  expect(limits.between(0, 9_000)).toEqual([]);
  await see(5_000, "1", "1");
  await see(2_000, "2", "2");
  expect(limits.between(0, 9_000)).toEqual([{ at: 2_000, in: 2_048, out: 2_048 }]);
});

it("are kept in memory only as far as they are on disk", async () => {
  await see(1_000, "1", "1");
  const write = store.write.bind(store);
  store.write = () => Promise.reject(new Error("the disk is full"));
  await see(2_000, "2", "2");
  expect(limits.between(0, 9_000)).toHaveLength(1);
  store.write = write;
  await see(3_000, "2", "2");
  expect(limits.between(0, 9_000)).toHaveLength(2);
});
