import { filled } from "@pilothouse/protocol";
import type { PageTexts } from "../texts/texts.js";

type Words = { readonly [name: string]: string };

/** What a node records of a hub's order: "hub OBHPGWXD: anna". */
const OF_HUB = /^hub (\w+): (.+)$/;

/** A name as it is, unless there are words for it. */
function inWords(words: Words, name: string): string {
  const [, hub, by = ""] = OF_HUB.exec(name) ?? [];
  const sentence = words[by === "local" ? "hubLocal" : "hub"];
  if (hub !== undefined && sentence !== undefined) return filled(sentence, { hub, by });
  return (Object.hasOwn(words, name) ? words[name] : name) ?? name;
}

/** Who did something: a name, or in words one who acts for the service itself, or through a hub. */
export const actorWords = (name: string, { actors }: { readonly actors: Words }): string =>
  inWords(actors, name);

/** An address, or in words where the service has a word for it. */
export const addressWords = (address: string, { audit }: Pick<PageTexts, "audit">): string =>
  inWords(audit.addresses, address);
