import type { Language } from "../language.js";
import type { MethodTexts } from "./method-texts.js";

/** Loaded with the explorer. The English texts are the interface's own, which the service sends. */
export const METHOD_TEXTS: Record<Exclude<Language, "en">, () => Promise<MethodTexts>> = {
  de: async () => (await import("./de.js")).methods,
  es: async () => (await import("./es.js")).methods,
  fr: async () => (await import("./fr.js")).methods,
  pt: async () => (await import("./pt.js")).methods,
  ru: async () => (await import("./ru.js")).methods,
  zh: async () => (await import("./zh.js")).methods,
};
