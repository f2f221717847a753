import { describe, expect, it } from "vitest";
import { applied, changed, differences, draftOf, exported, imported, without } from "./draft.js";

const settings = new Map([
  ["a", "1"],
  ["b", "2"],
  ["c", "3"],
]);

describe("a draft of settings", () => {
  it("keeps what was changed while part of it was written", () => {
    const done = new Map([
      ["a", "9"],
      ["b", null],
    ]);
    const now = new Map([...done, ["a", "10"] as const, ["c", null] as const]);
    expect([...without(now, done)]).toEqual([
      ["a", "10"],
      ["c", null],
    ]);
  });

  it("changes, adds and removes without modifying the original", () => {
    const draft = new Map([
      ["a", "9"],
      ["b", null],
      ["d", "4"],
    ]);
    expect([...applied(settings, draft)]).toEqual([
      ["a", "9"],
      ["c", "3"],
      ["d", "4"],
    ]);
    expect(settings.size).toBe(3);
  });

  it("contains no change to the saved value", () => {
    const once = changed(new Map(), settings, "a", "9");
    expect([...once]).toEqual([["a", "9"]]);
    expect(changed(once, settings, "a", "1").size).toBe(0);
    const added = changed(once, settings, "new", "");
    expect(changed(added, settings, "new", null)).toEqual(once);
  });

  it("is shown as differences sorted by name", () => {
    const after = new Map([
      ["b", "2"],
      ["c", "x"],
      ["0", ""],
    ]);
    expect(differences(settings, after)).toEqual([
      { name: "0", after: "" },
      { name: "a", before: "1" },
      { name: "c", before: "3", after: "x" },
    ]);
  });

  it("from a file keeps settings that are not in the file, or removes them", () => {
    const file = new Map([
      ["a", "1"],
      ["d", "4"],
    ]);
    expect([...draftOf(settings, file, false)]).toEqual([["d", "4"]]);
    expect(applied(settings, draftOf(settings, file, true))).toEqual(file);
  });
});

describe("a settings file", () => {
  it("is read back as it was written", () => {
    const odd = new Map([
      ["__proto__", "x"],
      ["with space", "ä=#"],
      ["empty", ""],
    ]);
    expect(imported(exported(odd))).toEqual(odd);
  });

  it("may be a configuration file with lines", () => {
    expect(imported("# comment\r\n a = 1\nurl=http://x/?y=z\n\n")).toEqual(
      new Map([
        ["a", "1"],
        ["url", "http://x/?y=z"],
      ]),
    );
  });

  it.each(["hello", "{", '{"a":1}', '["a"]', '{"a#":"1"}'])("is refused if it contains %j", (text) => {
    expect(imported(text)).toBeUndefined();
  });
});
