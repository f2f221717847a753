import type { FoundUpdate, Updated } from "@pilothouse/drivers/port";
import { describe, expect, it } from "vitest";
import { LastSearch } from "./last-search.js";

const NONE: Updated = { outcome: "none", status: "No update" };
const yes = () => true;
const signal = new AbortController().signal;

describe("the last search", () => {
  it("is unknown at first, then what was found, and unknown again when the search failed", async () => {
    const answers: FoundUpdate[] = [{ version: "2.11.0" }, false, "the feed cannot be read"];
    const search = new LastSearch(
      {
        find: async () => answers.shift() ?? false,
        update: async () => NONE,
      },
      yes,
    );
    expect(search.found).toBeUndefined();
    expect(await search.find(signal)).toBe(true);
    expect([search.found, search.version]).toEqual([true, "2.11.0"]);
    await search.find(signal);
    expect(search.found).toBe(false);
    expect(await search.find(signal)).toBe("the feed cannot be read");
    expect(search.found).toBeUndefined();
  });

  it("is out of date after an update, but not after one that failed", async () => {
    const results: Updated[] = [
      { outcome: "failed", status: "not installed" },
      { outcome: "installed", status: "installed" },
    ];
    const search = new LastSearch(
      { find: async () => ({ version: "2.11.0" }), update: async () => results.shift() ?? NONE },
      yes,
    );
    await search.find(signal);
    expect(await search.update(signal)).toBe("not installed");
    expect([search.found, search.version]).toEqual([true, "2.11.0"]);
    expect(await search.update(signal)).toBe("installed");
    expect(search.found).toBeUndefined();
  });

  it("says nothing about updates where there is nothing to search in", async () => {
    const search = new LastSearch({ find: async () => false, update: async () => NONE }, () => false);
    expect(await search.find(signal)).toBe(false);
    expect(search.found).toBeUndefined();
  });
});
