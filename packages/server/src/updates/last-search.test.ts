import { describe, expect, it } from "vitest";
import { LastSearch } from "./last-search.js";

const yes = () => true;
const signal = new AbortController().signal;

describe("the last search", () => {
  it("is unknown at first, then what was found, and unknown again when that could not be told", async () => {
    const answers: (boolean | string)[] = [true, false, "the feed cannot be read"];
    const search = new LastSearch(
      {
        find: async () => answers.shift() ?? false,
        update: async () => "done",
      },
      yes,
    );
    expect(search.found).toBeUndefined();
    expect(await search.find(signal)).toBe(true);
    expect(search.found).toBe(true);
    await search.find(signal);
    expect(search.found).toBe(false);
    expect(await search.find(signal)).toBe("the feed cannot be read");
    expect(search.found).toBeUndefined();
  });

  it("is out of date once an update was begun", async () => {
    const search = new LastSearch({ find: async () => true, update: async () => "installed" }, yes);
    await search.find(signal);
    expect(await search.update(signal)).toBe("installed");
    expect(search.found).toBeUndefined();
  });

  it("says nothing about updates where there is nothing to search in", async () => {
    const search = new LastSearch({ find: async () => false, update: async () => "" }, () => false);
    expect(await search.find(signal)).toBe(false);
    expect(search.found).toBeUndefined();
  });
});
