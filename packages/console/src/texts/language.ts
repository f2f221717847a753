import { FILES, NAMES } from "./files.js";
import type { Parts, Texts } from "./texts.js";

/** A language that has a file in this folder. */
export type Language = string;
export const LANGUAGE_NAMES: readonly Language[] = Object.keys(NAMES);

/** How a language calls itself. */
export const nameOf = (language: Language): string => NAMES[language] ?? language;

/** Loads a part of the texts of a language, and nothing of the others. */
export async function loadTexts<P extends keyof Parts>(part: P, language: Language): Promise<Parts[P]> {
  const file = await FILES[part]?.[language]?.();
  return file?.default as Parts[P];
}

/** What every page has once you are signed in. */
export async function loadMainTexts(language: Language): Promise<Texts> {
  const [first, main] = await Promise.all([loadTexts("first", language), loadTexts("main", language)]);
  return { ...first, ...main };
}

/** The locale for numbers and times: the language with the reader's country, if the browser has it. */
export const localeOf = (language: Language, preferred: readonly string[]): string =>
  preferred.find((tag) => tag.toLowerCase().split("-")[0] === language) ?? language;

/** The first preferred language that is supported; otherwise English. */
export function chooseLanguage(preferred: readonly string[]): Language {
  const languages = preferred.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return languages.find((language) => Object.hasOwn(NAMES, language)) ?? "en";
}
