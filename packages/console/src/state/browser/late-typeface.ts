import type { Language } from "../../texts/language.js";

/** Typefaces that load after the first paint. Until then the system's typeface is used. */
const LATE: { readonly [L in Language]?: () => Promise<unknown> } = {
  ru: () => import("../../styles/cyrillic.css"),
};

/** Loads the extra typeface that a language needs. */
export function loadTypeface(language: Language): void {
  const load = LATE[language];
  if (load === undefined) return;
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    load().catch(() => {});
  });
  // `buffered`: also if the first paint was before.
  observer.observe({ type: "paint", buffered: true });
}
