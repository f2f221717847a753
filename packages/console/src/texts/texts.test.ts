import { describe, expect, it } from "vitest";
import { FLEET_TEXTS } from "./fleet/languages.js";
import { chooseLanguage, LANGUAGE_NAMES, LANGUAGES, localeOf } from "./language.js";
import { PAGE_TEXTS } from "./pages/languages.js";
import { VALUE_REASON_TEXTS } from "./values/languages.js";

type Leaf = readonly [path: string, value: unknown];

const leaves = (value: unknown, path = ""): Leaf[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, one]) => leaves(one, `${path}/${name}`))
    : [[path, value]];

/** A text as shown; functions get the same arguments in every language. */
const said = (value: unknown): string => (typeof value === "function" ? String(value(2, 3)) : String(value));

/** Short ones may be the same in two languages. The names of values do not count. */
const isLong = (value: unknown): boolean =>
  typeof value === "string" && value.replaceAll(/\{\w+\}/g, "").length > 12;

/** All texts of a language, including those of a hub's pages. */
const textsIn = async (language: (typeof LANGUAGE_NAMES)[number]): Promise<Leaf[]> =>
  leaves({
    ...(await LANGUAGES[language].load()),
    later: await PAGE_TEXTS[language](),
    hub: await FLEET_TEXTS[language](),
    values: await VALUE_REASON_TEXTS[language](),
  });

describe("the texts", async () => {
  const english = await textsIn("en");

  it.each(LANGUAGE_NAMES)("in %s are complete, and contain their arguments", async (language) => {
    const texts = await textsIn(language);
    expect(texts.map(([path]) => path)).toEqual(english.map(([path]) => path));
    for (const [index, [path, value]] of texts.entries()) {
      const original = english[index]?.[1];
      if (original !== "") expect(said(value), path).not.toBe("");
      if (typeof original === "function" && original.length === 1) expect(said(value), path).toContain("2");
    }
  });

  it.each(LANGUAGE_NAMES.filter((language) => language !== "en"))(
    "in %s are not English",
    async (language) => {
      const same = (await textsIn(language)).filter(
        ([, value], index) => isLong(value) && value === english[index]?.[1],
      );
      expect(same).toEqual([]);
    },
  );

  it("in Russian use the Russian plural forms", async () => {
    const { advanced } = await PAGE_TEXTS.ru();
    expect([1, 3, 5, 21].map(advanced.changes)).toEqual([
      "1 изменение",
      "3 изменения",
      "5 изменений",
      "21 изменение",
    ]);
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

  it("uses the formats of the reader's country", () => {
    expect(localeOf("en", ["de", "en-GB", "en-US"])).toBe("en-GB");
    expect(localeOf("fr", ["de", "en-GB"])).toBe("fr");
  });
});
