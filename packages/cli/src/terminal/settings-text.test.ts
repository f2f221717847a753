import { settingName, settingValue } from "@pilothouse/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { difference, differenceLines, isEmpty, parseSettings, settingLines } from "./settings-text.js";

const fits = (kind: { readonly read: (value: unknown) => unknown }) => (value: string) => {
  try {
    kind.read(value);
    return true;
  } catch {
    return false;
  }
};

/** Names as routers have them: without space around them, and none that looks like JSON. */
const names = fc
  .string({ minLength: 1 })
  .filter((name) => fits(settingName)(name) && /^[^\s{].*$/.test(name) && name.trim() === name);
const settings = fc
  .dictionary(names, fc.string({ unit: "binary" }).filter(fits(settingValue)))
  .map((entries) => new Map(Object.entries(entries)));

const plain = (_style: string, text: string) => text;

describe("settings as text", () => {
  it("read back as they were written", () => {
    fc.assert(
      fc.property(settings, (one) => {
        expect(new Map(parseSettings(settingLines(one).join("\n"), "x"))).toEqual(one);
        expect(new Map(parseSettings(JSON.stringify(Object.fromEntries(one)), "x"))).toEqual(one);
      }),
    );
  });

  it("leave out comments and empty lines, and take the ends of lines of Windows", () => {
    expect([...parseSettings("# a=1\r\n\r\nb=2\r\n", "x")]).toEqual([["b", "2"]]);
  });

  it("name the line that sets nothing", () => {
    expect(() => parseSettings("a=1\nnothing\n", "router.conf")).toThrow("router.conf:2");
    expect(() => parseSettings("=1\n", "router.conf")).toThrow("router.conf:1");
  });
});

describe("the difference of two configurations", () => {
  it("turns one into the other", () => {
    fc.assert(
      fc.property(settings, settings, (from, to) => {
        const { added, changed, removed } = difference(from, to);
        const made = new Map(from);
        for (const name of removed.keys()) made.delete(name);
        for (const [name, value] of added) made.set(name, value);
        for (const [name, one] of changed) made.set(name, one.to);
        expect(made).toEqual(to);
        expect(isEmpty(difference(from, from))).toBe(true);
      }),
    );
  });

  it("is in the order of names, removed before added, and has no control characters for the terminal", () => {
    const from = new Map([
      ["b", "1"],
      ["c", "1"],
    ]);
    const to = new Map([
      ["b", "\u001b[2J"],
      ["a", "1"],
    ]);
    expect(differenceLines(difference(from, to), plain)).toEqual([
      "+ a=1",
      "- b=1",
      "+ b=\ufffd[2J",
      "- c=1",
    ]);
  });
});
