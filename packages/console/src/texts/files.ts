// What is here in the build is made by `texts.mjs` from the files of this folder.

/** Each language, and how it calls itself. */
export const NAMES: { readonly [language: string]: string } = {};

/** The files of each part of the texts, by language. */
export const FILES: {
  readonly [part: string]: { readonly [language: string]: () => Promise<{ readonly default: unknown }> };
} = {};
