import type { Language } from "../language.js";
import type { ParamTexts } from "./param-texts.js";

/** Loaded with the explorer. The English texts are the interface's own, which the service sends. */
export const PARAM_TEXTS: Record<Exclude<Language, "en">, () => Promise<ParamTexts>> = {
  de: async () => (await import("./de.js")).params,
  es: async () => (await import("./es.js")).params,
  fr: async () => (await import("./fr.js")).params,
  pt: async () => (await import("./pt.js")).params,
  ru: async () => (await import("./ru.js")).params,
  zh: async () => (await import("./zh.js")).params,
};
