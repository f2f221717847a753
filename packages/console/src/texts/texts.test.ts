import { describe, expect, it } from "vitest";
import { makeFill } from "./fill.js";
import { chooseLanguage, LANGUAGE_NAMES, loadTexts, localeOf, nameOf } from "./language.js";

describe("a text with plural forms", () => {
  it.each([
    ["en", "1 change, 3 changes, 5 changes, 21 changes"],
    ["ru", "1 изменение, 3 изменения, 5 изменений, 21 изменение"],
    ["zh", "1 项更改, 3 项更改, 5 项更改, 21 项更改"],
  ])("takes the one that the language %s has for the number", async (language, shown) => {
    const { advanced } = await loadTexts("pages", language);
    const fill = makeFill(language);
    expect([1, 3, 5, 21].map((count) => fill(advanced.changes, { count })).join(", ")).toBe(shown);
  });
});

describe("the language", () => {
  it.each([
    [["de-AT", "en"], "de"],
    [["nl", "pt-BR", "en"], "pt"],
    [["zh-Hant-TW"], "zh"],
    [["fi"], "en"],
    [[], "en"],
    [["", "ru"], "ru"],
  ])("of a reader of %j is %s", (preferred, language) => {
    expect(chooseLanguage(preferred)).toBe(language);
  });

  it("is offered under its own name, English first", () => {
    expect(LANGUAGE_NAMES.map(nameOf).slice(0, 3)).toEqual(["English", "Deutsch", "Español"]);
  });

  it("uses the formats of the reader's country", () => {
    expect(localeOf("en", ["de", "en-GB", "en-US"])).toBe("en-GB");
    expect(localeOf("fr", ["de", "en-GB"])).toBe("fr");
  });
});
