/** The languages the service speaks. */
export const LANGUAGES = ["en", "de", "es", "fr", "pt", "ru", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (tag: string): tag is Language => LANGUAGES.some((language) => language === tag);
