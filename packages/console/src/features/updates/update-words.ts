import { reasonWords } from "../../reasons/reason-words.js";
import type { UpdateState } from "../../state/updates.js";
import type { Texts } from "../../texts/texts.js";

/** A sentence that the service answered about updates, in the reader's language; else quoted, as it is English. */
export function updateWords(text: string, { said = [] }: Pick<UpdateState, "said">, texts: Texts): string {
  const known = said.find((one) => one.text === text);
  const words = known && reasonWords(known.code, known.values, texts);
  return words ?? `${texts.common.serviceSays} “${text}”`;
}
