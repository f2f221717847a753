import type { Texts } from "./en.js";

/** The languages of the console, each under its own name. Only the chosen one is loaded. */
export const LANGUAGES = {
  en: { name: "English", load: async (): Promise<Texts> => (await import("./en.js")).en },
  de: { name: "Deutsch", load: async (): Promise<Texts> => (await import("./de.js")).de },
  es: { name: "Español", load: async (): Promise<Texts> => (await import("./es.js")).es },
  fr: { name: "Français", load: async (): Promise<Texts> => (await import("./fr.js")).fr },
  pt: { name: "Português", load: async (): Promise<Texts> => (await import("./pt.js")).pt },
  ru: { name: "Русский", load: async (): Promise<Texts> => (await import("./ru.js")).ru },
  zh: { name: "中文", load: async (): Promise<Texts> => (await import("./zh.js")).zh },
} as const;

export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as readonly Language[];
export const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name);

/** The locale for numbers and times: the language with the reader's country, if the browser has it. */
export const localeOf = (language: Language, preferred: readonly string[]): string =>
  preferred.find((tag) => tag.toLowerCase().split("-")[0] === language) ?? language;

/** The first preferred language that is supported; otherwise English. */
export function chooseLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const [language = ""] = tag.toLowerCase().split("-");
    if (isLanguage(language)) return language;
  }
  return "en";
}
