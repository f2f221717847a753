import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../settings/languages.js";
import { chooseLanguage } from "./language.js";

describe("the language of an answer", () => {
  test.each([
    ["de", "de"],
    ["de-AT", "de"],
    ["zh-TW", "zh"],
    ["zh-Hant-TW", "zh"],
    ["pt-BR", "pt"],
    ["PT-br", "pt"],
    ["fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "fr"],
    ["nl, sv;q=0.9, ru;q=0.2", "ru"],
    ["en;q=0.1, es;q=0.9", "es"],
    ["en-US, de;q=0.7, en;q=0.3", "en"],
    ["de;q=0, fr", "fr"],
  ])("for %j is %s", (header, language) => {
    expect(chooseLanguage(header, "ru" === language ? "en" : "ru")).toBe(language);
  });

  test.each([
    undefined,
    "",
    "*",
    "nl",
    "de;q=0",
    "de;q=nothing",
    "germanic",
    "*;q=0.9, de;q=0.5",
    ";;;,,,===",
    "__proto__",
    "constructor",
  ])("for %j is the one that was set", (header) => {
    expect(chooseLanguage(header, "es")).toBe("es");
  });

  test("depends on what was set, though the header is the same", () => {
    for (const fallback of LANGUAGES) expect(chooseLanguage("nl", fallback)).toBe(fallback);
  });

  test("is one of ours for any header at all, the second time as the first", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 400 }),
        fc.constantFrom(...LANGUAGES),
        (header, fallback) => {
          const first = chooseLanguage(header, fallback);
          expect(LANGUAGES).toContain(first);
          expect(chooseLanguage(header, fallback)).toBe(first);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("is sought in the first thousand characters", () => {
    const after = (length: number) => chooseLanguage(`${"x,".repeat(length / 2)}de`, "fr");
    expect(after(998)).toBe("de");
    expect(after(1_000)).toBe("fr");
  });

  test("is chosen for a header a hundred times as long as HTTP allows", () => {
    // If the time grew with the square of the length, this would not end.
    expect(chooseLanguage("x-y,".repeat(400_000), "fr")).toBe("fr");
  });
});
