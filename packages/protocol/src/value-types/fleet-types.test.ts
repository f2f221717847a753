import { describe, expect, it } from "vitest";
import { columnsOf, isNodeName, labelChanges, labels, nodeName } from "./fleet-types.js";
import { flag, long } from "./value-types.js";

describe("names of nodes", () => {
  it.each(["a", "7", "attic", "a-b.c", "a".repeat(63)])("may be %s", (name) => {
    expect(isNodeName(name)).toBe(true);
    expect(nodeName.read(name)).toBe(name);
  });

  it.each(["", "A", "-a", "a-", ".a", "a b", "ä", "a".repeat(64), 7, null, ["a"]])(
    "may not be %j",
    (name) => {
      expect(isNodeName(name)).toBe(false);
      expect(() => nodeName.read(name)).toThrow("wants");
    },
  );
});

describe("labels", () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, "v"]));

  it("are read as they are", () => {
    for (const value of [{}, { site: "ams" }, { "a.b_c-d": "A.b_C-1" }, many(32)])
      expect(labels.read(value)).toEqual(value);
    expect(labels.write({ site: "ams" })).toBe('{"site":"ams"}');
  });

  it("are refused by what is wrong", () => {
    expect(() => labels.read("site=ams")).toThrow('wants an object of labels, got "site=ams"');
    expect(() => labels.read(many(33))).toThrow(/32.*33/);
    for (const key of ["", "Site", "-a", "a-", "a".repeat(64)])
      expect(() => labels.read({ [key]: "x" })).toThrow("is not such a key");
    for (const value of ["", "-a", "a b", "a".repeat(64), 5, null, ["a"]])
      expect(() => labels.read({ site: value })).toThrow("site");
    expect(() => labels.read({ site: 5 })).toThrow(/site.*5/);
    // In one that is good, one that is not.
    expect(() => labels.read({ good: "x", site: 5 })).toThrow("site");
  });

  it("are removed with null, where they are changed", () => {
    expect(labelChanges.read({ site: null, rack: "a" })).toEqual({ site: null, rack: "a" });
    expect(() => labelChanges.read({ site: 5 })).toThrow("site");
    expect(() => labelChanges.read({ Site: null })).toThrow("Site");
  });
});

describe("columns", () => {
  it("are those that are there, each a list of its kind", () => {
    const table = columnsOf({ size: long, on: flag });
    expect(table.read({ size: [1, 2], more: ["x"] })).toEqual({ size: [1, 2] });
    expect(table.read({ size: [1], on: [true] })).toEqual({ size: [1], on: [true] });
    expect(table.read({})).toEqual({});
    expect(() => table.read([])).toThrow("wants an object of columns, got an array");
    expect(() => table.read({ size: 5 })).toThrow("wants a list as size, got 5");
    expect(() => table.read({ on: [1] })).toThrow("wants true or false, got 1");
    expect(table.write({ size: [1] })).toBe('{"size":[1]}');
    expect(table).toMatchObject({ type: "object", wants: "an object of columns, each a list" });
    expect(table.schema).toEqual({
      type: "object",
      properties: {
        size: { type: "array", items: { type: "integer" } },
        on: { type: "array", items: { type: "boolean" } },
      },
    });
  });
});
