import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { loadScrapeToken } from "./scrape-token.js";

const fileWith = (text: string) => {
  const file = join(scratch(), "token");
  writeFileSync(file, text);
  return file;
};

describe("the token for figures", () => {
  it("is the one in the file, without the end of the line", () => {
    const isRight = loadScrapeToken(fileWith(`${"t".repeat(20)}\n`));
    expect([isRight("t".repeat(20)), isRight("t".repeat(21)), isRight("")]).toEqual([true, false, false]);
  });

  it("is none at all without a file", () => {
    expect(loadScrapeToken(undefined)("")).toBe(false);
  });

  it.each(["t".repeat(19), `${"t".repeat(20)} x`, "", "two\nlines of a token file"])("is not %j", (text) => {
    const file = fileWith(text);
    expect(() => loadScrapeToken(file)).toThrow(
      `metrics.token_file: ${file} wants one token of at least 20 characters without spaces`,
    );
  });

  it("is missed by name", () => {
    expect(() => loadScrapeToken("/nowhere/token")).toThrow(
      /^metrics\.token_file: \/nowhere\/token cannot be read: ENOENT/,
    );
  });
});
