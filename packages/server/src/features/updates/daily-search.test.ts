import { describe, expect, it } from "vitest";
import { silentLog } from "../../log.js";
import { DailySearch } from "./daily-search.js";

const MINUTE = 60_000;

describe("the daily search for updates", () => {
  it("begins some minutes after the start, comes once a day, and outlives a failure", async () => {
    let now = 0;
    let wanted = true;
    const searched: number[] = [];
    const search = new DailySearch({
      find: async () => {
        searched.push(now / MINUTE);
        throw new Error("the feed cannot be read");
      },
      wanted: () => wanted,
      closing: new AbortController().signal,
      clock: { now: () => now },
      log: silentLog,
    });
    for (; now < 3 * 1_440 * MINUTE; now += MINUTE) {
      wanted = now < 2 * 1_440 * MINUTE;
      await search.tick();
    }
    expect(searched).toEqual([10, 1_450]);
  });
});
