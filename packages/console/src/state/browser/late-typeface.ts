import type { Language } from "../../texts/language.js";

/** Typefaces that follow the first paint. Until one is there, the system's own stands in. */
const LATE: { readonly [L in Language]?: () => Promise<unknown> } = {
  ru: () => import("../../styles/cyrillic.css"),
};

/** Loads the typeface that a language needs beside the first one. */
export function loadTypeface(language: Language): void {
  const load = LATE[language];
  if (load === undefined) return;
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    load().catch(() => {});
  });
  // Also for a paint that is over.
  observer.observe({ type: "paint", buffered: true });
}
