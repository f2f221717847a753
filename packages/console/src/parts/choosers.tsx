import { useState } from "preact/hooks";
import { applyTheme, savedTheme, THEMES, type Theme } from "../state/browser/theme.js";
import { useFirstI18n } from "../state/hooks.js";
import { LANGUAGE_NAMES, type Language, nameOf } from "../texts/language.js";

export interface LanguageProps {
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
}

/** Each language under its own name, so that you find yours when you cannot read the current one. */
export function LanguageChooser({ language, onLanguage }: LanguageProps) {
  const { texts } = useFirstI18n();
  return (
    <select
      class="quiet languages"
      aria-label={texts.shell.language}
      value={language}
      onChange={(event) => onLanguage(event.currentTarget.value as Language)}
    >
      {LANGUAGE_NAMES.map((name) => (
        <option key={name} value={name} lang={name}>
          {nameOf(name)}
        </option>
      ))}
    </select>
  );
}

export function ThemeChooser() {
  const { texts } = useFirstI18n();
  const [theme, setTheme] = useState(savedTheme);
  const choose = (next: Theme) => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <select
      class="quiet"
      aria-label={texts.shell.theme}
      value={theme}
      onChange={(event) => choose(event.currentTarget.value as Theme)}
    >
      {THEMES.map((name) => (
        <option key={name} value={name}>
          {texts.shell.themes[name]}
        </option>
      ))}
    </select>
  );
}
