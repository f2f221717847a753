import { Store } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { SqliteState } from "../../state/sqlite.js";
import { OtherHubs } from "./other-hubs.js";

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Two hubs that share their state, and the clock of the first. */
async function stage() {
  const store = Store.open(scratch());
  onTestFinished(() => store.close());
  const state = new SqliteState(store);
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  const failures: unknown[] = [];
  const hub = async (name: string) => {
    const hubs = new OtherHubs({ state, clock, hub: name, onFailure: (error) => failures.push(error) });
    await hubs.start();
    return hubs;
  };
  const [here, other] = [await hub("here"), await hub("other")];
  return { here, other, clock, hub, failures };
}

it("A hub misses another that does not say any more that it is at work, until it is back", async () => {
  const { here, other, clock } = await stage();
  clock.time += MINUTE / 2;
  await other.beat();
  clock.time += MINUTE / 2;
  expect(here.away).toEqual([]);
  clock.time += MINUTE;
  expect(here.away).toHaveLength(1);
  await other.beat();
  await expect.poll(() => here.away).toEqual([]);
});

it("A hub that was stopped in order is not missed, and one that is away for a week is forgotten", async () => {
  const { here, other, clock, hub, failures } = await stage();
  await other.stop();
  clock.time += 2 * MINUTE;
  expect(here.away).toEqual([]);
  await hub("third");
  clock.time += 2 * MINUTE;
  await expect.poll(() => here.away).toHaveLength(1);
  clock.time += 7 * 24 * 60 * MINUTE;
  expect(here.away).toEqual([]);
  expect(failures).toEqual([]);
});
