import { loadPreference, savePreference } from "./storage.js";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
const isTheme = (name: string | undefined): name is Theme => THEMES.some((theme) => theme === name);

export function savedTheme(): Theme {
  const name = loadPreference("theme");
  return isTheme(name) ? name : "auto";
}

/** The event for code that paints by hand. */
export const THEME_CHANGED = "pilothouse-theme";

/** The style sheet does the rest: every colour in it is a pair. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  savePreference("theme", theme);
  dispatchEvent(new Event(THEME_CHANGED));
}
