import type { Language } from "../../texts/language.js";

/** Typefaces of scripts that load after the first content is painted. Until then the system's typeface is used. */
const LATE: { readonly [script: string]: () => Promise<unknown> } = {
  Cyrl: () => import("../../styles/cyrillic.css"),
};

/** Loads the extra typeface that a language needs. */
export function loadTypeface(language: Language): void {
  const load = LATE[new Intl.Locale(language).maximize().script ?? ""];
  if (load === undefined) return;
  const observer = new PerformanceObserver((painted) => {
    // The background alone may be painted before.
    if (painted.getEntriesByName("first-contentful-paint").length === 0) return;
    observer.disconnect();
    load().catch(() => {});
  });
  // `buffered`: also if it was painted before.
  observer.observe({ type: "paint", buffered: true });
}
