import { loadPreference, savePreference } from "./storage.js";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
const isTheme = (name: string | undefined): name is Theme => THEMES.some((theme) => theme === name);

export function savedTheme(): Theme {
  const name = loadPreference("theme");
  return isTheme(name) ? name : "auto";
}

/** Sent for code that draws on a canvas. */
export const THEME_CHANGED = "pilothouse-theme";

/** The style sheet has a light and a dark value for each colour. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  savePreference("theme", theme);
  dispatchEvent(new Event(THEME_CHANGED));
}
