import type { Language } from "../language.js";
import type { ValueReasonTexts } from "../reasons/reason-texts.js";

/** What values should have been, in each language; loaded with the first error that says so. */
export const VALUE_REASON_TEXTS: Record<Language, () => Promise<ValueReasonTexts>> = {
  en: async () => (await import("./en.js")).reasons,
  de: async () => (await import("./de.js")).reasons,
  es: async () => (await import("./es.js")).reasons,
  fr: async () => (await import("./fr.js")).reasons,
  pt: async () => (await import("./pt.js")).reasons,
  ru: async () => (await import("./ru.js")).reasons,
  zh: async () => (await import("./zh.js")).reasons,
};
