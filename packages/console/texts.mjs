// The console's texts: one file of JSON for each language, `src/texts/LANGUAGE.json`. Its parts, the keys at the top, are
// loaded when they are needed. Nothing else lists the languages.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const FOLDER = join(import.meta.dirname, "src/texts");
const ENGLISH = "en";
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

/** The texts of every language by its name. English is first. */
export function readTexts(folder = FOLDER) {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => basename(file, ".json"))
    .sort((one, other) => Number(other === ENGLISH) - Number(one === ENGLISH) || (one < other ? -1 : 1));
  const read = (name) => withUnits(readFileSync(join(folder, `${name}.json`), "utf8"));
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

/** Texts in which no line ends between a number and its unit. */
function withUnits(json) {
  const { bytes = [], decimal = [], span = {} } = JSON.parse(json).first?.units ?? {};
  const units = ["%", "ms", ...bytes, ...decimal, span.second, span.minute, span.hour].filter(Boolean);
  return JSON.parse(
    json.replaceAll(new RegExp(`(?<=[\\d}]) (?=(?:${units.join("|")})(?![\\p{L}\\d]))`, "gu"), "\u00a0"),
  );
}

/** Whether this is one text: a sentence, a list of words, or a sentence in the plural forms of its language. */
const isText = (value) =>
  typeof value !== "object" ||
  Array.isArray(value) ||
  ("other" in value && Object.keys(value).every((key) => CATEGORIES.includes(key)));

const textsIn = (value, path = "") =>
  isText(value)
    ? [[path, value]]
    : Object.entries(value).flatMap(([key, one]) => textsIn(one, path === "" ? key : `${path}/${key}`));

const shapeOf = (text) => (Array.isArray(text) ? text.length : typeof text);

const placeholders = (text) => JSON.stringify([...new Set(JSON.stringify(text).match(/\{\w+\}/g))].sort());

/** The texts that a language lacks; it shows the English ones. */
export function missingTexts(own, english) {
  const has = new Map(textsIn(own));
  return textsIn(english).flatMap(([path]) => (has.has(path) ? [] : [path]));
}

/** What is wrong in the texts of a language, each in a sentence. */
export function wrongTexts(own, english) {
  const wanted = new Map(textsIn(english));
  return textsIn(own).flatMap(([path, text]) => {
    const original = wanted.get(path);
    if (original === undefined) return [`${path} is not a text of the console`];
    if (shapeOf(text) !== shapeOf(original)) return [`${path} does not have the form of the English text`];
    return placeholders(text) === placeholders(original)
      ? []
      : [`${path} has the placeholders ${placeholders(text)}, and English has ${placeholders(original)}`];
  });
}

/** The texts of a language, with the English ones where it has none. */
export const withEnglish = (own, english) =>
  own === undefined || isText(english)
    ? (own ?? english)
    : Object.fromEntries(Object.entries(english).map(([key, one]) => [key, withEnglish(own[key], one)]));

const LIST = join(FOLDER, "files.ts");
const PARTS = "texts:";
const PART = /^\0texts:(\w+)\/([\w-]+)\.js$/;

/** Fills `src/texts/files.ts` with the languages that there are, and makes a module of each part of their texts. */
export const texts = () => ({
  name: "texts",
  resolveId: (id) => (id.startsWith(PARTS) ? `\0${id}` : undefined),
  load(id) {
    if (id === LIST) return listOf(readTexts());
    const [, part, language] = PART.exec(id) ?? [];
    if (part === undefined) return undefined;
    const all = readTexts();
    return `export default ${JSON.stringify(withEnglish(all[language][part], all[ENGLISH][part]))};`;
  },
});

function listOf(all) {
  const { name: _name, ...parts } = all[ENGLISH];
  const loads = (part) =>
    Object.keys(all).map((language) => `"${language}": () => import("${PARTS}${part}/${language}.js")`);
  const names = Object.entries(all).map(([language, { name }]) => [language, name ?? language]);
  return `export const NAMES = ${JSON.stringify(Object.fromEntries(names))};
    export const FILES = { ${Object.keys(parts).map((part) => `${part}: { ${loads(part)} }`)} };`;
}
