import { type FoundUpdate, type Updated, updated } from "@pilothouse/drivers/port";
import { reason } from "@pilothouse/protocol";
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
    expect(search.unknown).toBeNull();
    expect(await search.find(signal)).toBe(false);
    expect(search.found).toBeUndefined();
    expect(search.unknown?.text).toBe("the feed cannot be read");
  });

  it("answers false and logs why if nothing is known, and a sentence only for a feed that cannot be trusted", async () => {
    const offline = reason("update.apt", { what: "update", text: "Could not resolve" });
    const feed = (code: "unreadable" | "incomparable" | "untrusted" | "expired" | "other" | "unset") =>
      reason(`feed.${code}`, { why: "so" });
    const answers: [FoundUpdate, boolean][] = [
      [offline, false],
      ["The router's own words", false],
      [feed("unreadable"), false],
      [feed("incomparable"), false],
      [feed("untrusted"), true],
      [feed("expired"), true],
      [feed("other"), true],
      [feed("unset"), true],
    ];
    for (const [offered, isSaid] of answers) {
      const logged: string[] = [];
      const source = { find: async () => offered, update: async () => NONE };
      const search = new LastSearch(source, yes, (message) => logged.push(message));
      const found = await search.find(signal);
      const text = search.unknown?.text ?? "nothing";
      expect(found).toBe(isSaid && text);
      expect(logged).toEqual([expect.stringContaining(text)]);
      expect(search.found).toBeUndefined();
      expect(search.said).toEqual([search.unknown]);
    }
  });

  it("answers in sentences, and keeps their codes", async () => {
    const unset = reason("feed.unset", { why: "update.feed is not set" });
    const ready = reason("update.ready", { version: "2.11.0" });
    const search = new LastSearch(
      { find: async () => unset, update: async () => updated("installed", ready) },
      yes,
    );
    expect(search.said).toEqual([]);
    const sentence = "No update feed can be used: update.feed is not set.";
    expect(await search.find(signal)).toBe(sentence);
    expect(await search.update(signal)).toBe("Version 2.11.0 is installed and runs after the next restart");
    expect(search.said).toEqual([
      { text: sentence, ...unset },
      { text: "Version 2.11.0 is installed and runs after the next restart", ...ready },
    ]);
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
