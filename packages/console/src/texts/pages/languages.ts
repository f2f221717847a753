import type { Language } from "../language.js";
import type { PageTexts } from "./en.js";

/** Texts that the first page does not need, in each language; loaded with the first page that does. */
export const PAGE_TEXTS: Record<Language, () => Promise<PageTexts>> = {
  en: async () => (await import("./en.js")).pages,
  de: async () => (await import("./de.js")).pages,
  es: async () => (await import("./es.js")).pages,
  fr: async () => (await import("./fr.js")).pages,
  pt: async () => (await import("./pt.js")).pages,
  ru: async () => (await import("./ru.js")).pages,
  zh: async () => (await import("./zh.js")).pages,
};
