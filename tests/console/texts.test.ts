import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { missingTexts, readTexts, withEnglish, wrongTexts } from "../../packages/console/texts.mjs";
import { SERVICE_TABLE, SETTING_SECRETS } from "../../packages/server/src/settings/table.js";

const { en = {}, ...others } = readTexts();

const ENGLISH = {
  name: "English",
  main: { greeting: "Hello {name}", changes: { one: "{count} change", other: "{count} changes" } },
};

describe("the texts of the console", () => {
  it.each(Object.entries(others))(
    "in %s are known texts with the placeholders of English",
    (_name, texts) => {
      expect(wrongTexts(texts, en)).toEqual([]);
    },
  );

  // Portuguese is that of Brazil, and the fields of a page are called as they are there.
  it.each([
    ["en", /(?<!\()\b(?:NTCP|SSU)\b/],
    ["fr", /\p{L}'\p{L}|\breseed\b/u],
    ["pt", /(?<![{-])\brouters?\b|ficheiro|\bpartilh|subscriç|\b(?:a|está a) (?:iniciar|parar|acabar)\b/i],
    ["ru", /\breseed\b/],
  ])("call each thing by one word in %s", (language, other) => {
    const { first, main, pages } = { en, ...others }[language] as { [part: string]: object };
    const found: string[] = [];
    JSON.stringify([first, main, pages], (_key, value) => {
      if (typeof value === "string" && other.test(value)) found.push(value);
      return value;
    });
    expect(found).toEqual([]);
  });

  it("have no line end between a number and its unit, in any language", () => {
    const parted = Object.entries({ en, ...others }).flatMap(([, texts]) =>
      [
        ...JSON.stringify(texts).matchAll(/.{20}[\d}] (?:%|ms|s|[KM]iB|[KM]io|[КМ]иБ|мин)(?![\p{L}\d])/gu),
      ].map(String),
    );
    expect(parted).toEqual([]);
  });

  it("are named when they are unknown, of another form or with other placeholders", () => {
    const wrong = { main: { greeting: "Hallo {who}", goodbye: "Tschüss", changes: "Änderungen" } };
    expect(wrongTexts(wrong, ENGLISH)).toEqual([
      'main/greeting has the placeholders ["{who}"], and English has ["{name}"]',
      "main/goodbye is not a text of the console",
      "main/changes does not have the form of the English text",
    ]);
    const forms = { one: "{count} изменение", few: "{count} изменения", other: "{count} изменений" };
    expect(wrongTexts({ main: { changes: forms } }, ENGLISH)).toEqual([]);
  });

  it("are English where a language has none, and named before a release", () => {
    const some = { name: "Deutsch", main: { greeting: "Hallo {name}" } };
    expect(withEnglish(some, ENGLISH)).toEqual({
      ...ENGLISH,
      ...some,
      main: { ...ENGLISH.main, ...some.main },
    });
    expect(missingTexts(some, ENGLISH)).toEqual(["main/changes"]);
  });

  it("are not English in another language", () => {
    const isLong = (text: string) => text.replaceAll(/\{\w+\}/g, "").length > 12;
    const sentences = (texts: object): readonly (readonly [string, string])[] =>
      Object.entries(texts).flatMap(([key, one]) =>
        typeof one === "string" ? [[key, one] as const] : sentences(one),
      );
    const english = new Set(
      sentences(en)
        .filter(([, text]) => isLong(text))
        .map((one) => one.join(": ")),
    );
    for (const texts of Object.values(others))
      expect(sentences(texts).filter((one) => english.has(one.join(": ")))).toEqual([]);
  });

  it.each([
    ["de", /budget|grenze|transit/i],
    ["fr", /tunnels? de transit/i],
    ["ru", /бюджет|(?<!домашн\S+ )роутер/i],
    ["zh", /(?<=\p{Script=Han})[,:;](?! )/u],
  ])("of a router in %s have one word for one thing, and the marks of their script", (name, other) => {
    const { first, main, pages, values } = (others[name] ?? {}) as { [part: string]: unknown };
    const said: string[] = [];
    JSON.stringify([first, main, pages, values], (key, value) => {
      // Findings and roll-outs of a hub have the words of its pages.
      if (/^(nodes|rollout)\./.test(key)) return undefined;
      if (typeof value === "string") said.push(value);
      return value;
    });
    expect(said.length).toBeGreaterThan(500);
    expect(said.filter((text) => other.test(text))).toEqual([]);
  });

  it.each(Object.entries({ en, ...others }))("in %s give every page a name of its own", (_name, texts) => {
    const { pages } = (texts as { main: { pages: { [page: string]: string } } }).main;
    const names = Object.values(pages);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it("have a label for every setting of the service that can be changed here", () => {
    const settable = [...SERVICE_TABLE].flatMap(([name, { live }]) => (live === "rpc" ? [name] : []));
    const { main } = en as { main: { serviceSettings: object } };
    expect(Object.keys(main.serviceSettings).sort()).toEqual(
      [...settable, ...Object.keys(SETTING_SECRETS)].sort(),
    );
  });

  it("get the values that they have placeholders for", () => {
    const source = resolve(import.meta.dirname, "../../packages/console/src");
    const code = readdirSync(source, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
      .map((file) => readFileSync(join(source, file), "utf8"))
      .join("\n");
    const placeholders = new Map<string, Set<string>>();
    const collect = (value: unknown, key: string): void => {
      const isForms = typeof value === "object" && value !== null && "other" in value && "one" in value;
      if (typeof value === "string" || isForms) {
        const names = JSON.stringify(value).match(/(?<=\{)\w+(?=\})/g) ?? [];
        placeholders.set(key, (placeholders.get(key) ?? new Set()).add([...new Set(names)].sort().join()));
      } else for (const [name, one] of Object.entries(value ?? {})) collect(one, name);
    };
    collect(en, "");
    const calls = [
      ...code.matchAll(/\bfill(?:ed)?\(\s*[\w.]+\.(\w+),\s*\{\s*((?:[^{}]|\{[^{}]*\})*?),?\s*\}\s*\)/g),
    ];
    expect(calls.length).toBeGreaterThan(60);
    const wrong = calls.flatMap(([call, key = "", values = ""]) => {
      if (values.startsWith("...")) return [];
      const given = values.replaceAll(/\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]/g, "").split(",");
      const names = given.map((one) => one.split(":")[0]?.trim() ?? "").sort();
      const fits = [names, names.filter((name) => name !== "count")].some((some) =>
        placeholders.get(key)?.has(some.join()),
      );
      return fits ? [] : [call];
    });
    expect(wrong).toEqual([]);
  });
});
