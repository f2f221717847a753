import type { PageTexts } from "../texts/texts.js";

type Words = { readonly [name: string]: string };
const inWords = (words: Words, name: string): string =>
  (Object.hasOwn(words, name) ? words[name] : name) ?? name;

/** Who did something: a name, or in words one who acts for the service itself. */
export const actorWords = (name: string, { actors }: { readonly actors: Words }): string =>
  inWords(actors, name);

/** An address, or in words where the service has a word for it. */
export const addressWords = (address: string, { audit }: Pick<PageTexts, "audit">): string =>
  inWords(audit.addresses, address);
