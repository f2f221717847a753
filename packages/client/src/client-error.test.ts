import { describe, expect, it } from "vitest";
import { oneLine } from "./client-error.js";

describe("a server's own words", () => {
  it("are on one line and have no control characters for the terminal", () => {
    expect(oneLine("a\u001b[2Jb\r\n\tc\u2028d\u0085e")).toBe("a [2Jb c d e");
  });

  it.each(["\u061c", "\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069"])(
    "cannot turn the direction of the text with %j",
    (mark) => {
      expect(oneLine(`refused${mark}gnp.exe`)).toBe("refused\ufffdgnp.exe");
    },
  );

  it("keep letters of all languages", () => {
    expect(oneLine("отказано, 拒否, رفض")).toBe("отказано, 拒否, رفض");
  });
});
