import { code, count, double, flag, NET_STATUS, text, type ValueType } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { loose } from "./loose.js";

describe("reading loosely", () => {
  const cases: readonly (readonly [what: string, type: ValueType<unknown>, sent: unknown, read: unknown])[] =
    [
      ["a count", count, 5, 5],
      ["a count in a string", count, "5", 5],
      ["a count with a fraction", count, "5.00", 5],
      ["a negative count", count, -1, undefined],
      ["an empty string for a count", count, "", undefined],
      ["a word for a count", count, "five", undefined],
      ["digits and a word for a count", count, "5 peers", undefined],
      ["null for a count", count, null, undefined],
      ["a number", double, 0.25, 0.25],
      ["a number in a string", double, "-0.25", -0.25],
      ["infinity", double, "1e999", undefined],
      ["a code in a string", code(NET_STATUS), "13", 13],
      ["an unknown code", code(NET_STATUS), 15, undefined],
      ["a flag", flag, true, true],
      ["a flag in a string", flag, "false", false],
      ["a flag as a digit", flag, 1, true],
      ["a word for a flag", flag, "maybe", undefined],
      ["a name of Object's for a flag", flag, "constructor", undefined],
      ["text", text, "x", "x"],
      ["a number for text", text, 1, "1"],
      ["an object for text", text, {}, undefined],
      ["nothing at all", text, undefined, undefined],
    ];
  it.each(cases)("takes %s as it was meant", (_what, type, sent, read) => {
    expect(loose(type, sent)).toBe(read);
  });
});
