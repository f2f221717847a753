import type { Language } from "../language.js";
import type { FleetTexts } from "./en.js";

/** A hub's texts in each language, loaded when a page of a hub is opened. */
export const FLEET_TEXTS: Record<Language, () => Promise<FleetTexts>> = {
  en: async () => (await import("./en.js")).fleet,
  de: async () => (await import("./de.js")).fleet,
  es: async () => (await import("./es.js")).fleet,
  fr: async () => (await import("./fr.js")).fleet,
  pt: async () => (await import("./pt.js")).fleet,
  ru: async () => (await import("./ru.js")).fleet,
  zh: async () => (await import("./zh.js")).fleet,
};
