import { styleText } from "node:util";
import { describe, expect, it } from "vitest";
import { forTerminal, harmless, harmlessJson } from "./style.js";

const HOSTILE = [
  ["an escape sequence", "\u001b[2J"],
  ["one of a single character (C1)", "\u009b2K"],
  ["a title of the window", "\u001b]0;x\u0007"],
  ["another direction of the text", "\u202e"],
  ["an isolated direction", "\u2066"],
  ["a carriage return", "\r"],
  ["a backspace", "\b"],
  ["a separator of lines", "\u2028"],
  ["hidden text", "\u001b[8m"],
] as const;

describe("Text from elsewhere", () => {
  it.each(HOSTILE)("has %s made visible", (_what, text) => {
    for (const shown of [harmless(`a${text}b`), forTerminal(`a${text}b`)]) {
      expect(shown).toMatch(/^a\ufffd.*b$/);
      expect(shown).not.toMatch(/[\p{Cc}\u2028\u202e\u2066]/u);
    }
    expect(harmlessJson([text])).toMatch(/^[\n -~]*$/);
    expect(JSON.parse(harmlessJson([text]))).toEqual([text]);
  });

  it("is one line where it is a value, and may be several where we have put it together", () => {
    expect(harmless("a\nb\tc")).toBe("a\ufffdb\ufffdc");
    expect(forTerminal("a\nb\tc")).toBe("a\nb\tc");
  });

  it.each(["bold", "dim", "red", "green", "yellow", "cyan"] as const)("keeps our own colour %s", (style) => {
    const painted = styleText(style, "x", { validateStream: false });
    expect(forTerminal(painted)).toBe(painted);
  });
});
