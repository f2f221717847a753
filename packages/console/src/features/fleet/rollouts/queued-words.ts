import type { QueuedEntry } from "@pilothouse/protocol";
import { callWords } from "../../../reasons/call-words.js";
import type { Texts } from "../../../texts/texts.js";

/** What a queued call does: an action or settings in words, or else its method and the names of its parameters. */
export function queuedWords({ method, keys }: Pick<QueuedEntry, "method" | "keys">, texts: Texts): string {
  if (method === "RouterManager" && keys.length > 0) return callWords(keys, texts);
  if (method === "NetworkSetting") return `${texts.pages.network}: ${callWords(keys, texts)}`;
  return [method, ...keys].join(" ");
}
