import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { type JsonBounds, JsonError, parseJson } from "./json.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const refusal = (source: string | Uint8Array, bounds?: JsonBounds) => {
  try {
    return parseJson(source, bounds);
  } catch (error) {
    return error;
  }
};

describe("parseJson", () => {
  it("reads text and bytes", () => {
    expect(parseJson('{"a":[1,"é"]}')).toEqual({ a: [1, "é"] });
    expect(parseJson(bytes('{"a":[1,"é"]}'))).toEqual({ a: [1, "é"] });
    expect(Object.hasOwn(parseJson('{"__proto__":1}') as object, "__proto__")).toBe(true);
  });

  it.each([
    [
      "tooLarge",
      `"${"x".repeat(99)}"`,
      { bytes: 100, what: "the report" },
      "the report is larger than 100 bytes",
    ],
    ["tooDeep", "[[[]]]", { depth: 2, what: "the report" }, "the report is nested deeper than 2 levels"],
    ["tooDeep", "[".repeat(480_000), {}, "the text is nested deeper than 64 levels"],
    ["notJson", '{"a":', { what: "the row" }, "the row is not valid JSON"],
    ["notJson", "", {}, "the text is not valid JSON"],
  ])("refuses what is %s, in text and in bytes, with a sentence", (reason, text, bounds, message) => {
    for (const source of [text, bytes(text)])
      expect(refusal(source, bounds)).toMatchObject({ reason, message });
  });

  it("refuses bytes that are not UTF-8, and a byte order mark", () => {
    for (const source of [Uint8Array.of(0x22, 0xff, 0x22), Uint8Array.of(0xef, 0xbb, 0xbf, 0x31)])
      expect(refusal(source)).toMatchObject({ reason: "notJson" });
  });

  it("quotes the text only to somebody who asks for it", () => {
    const error = refusal('{"password": hunter2}') as JsonError;
    expect(error).toBeInstanceOf(JsonError);
    expect(`${error.message} ${error.stack} ${inspect(error)}`).not.toContain("hunter");
    expect(error.detail).toContain("'h'");
  });
});
