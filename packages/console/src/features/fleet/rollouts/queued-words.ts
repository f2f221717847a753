import { ACTIONS, type Action, type QueuedEntry } from "@pilothouse/protocol";
import type { Texts } from "../../../texts/texts.js";

const isAction = (key: string): key is Action => (ACTIONS as readonly string[]).includes(key);

/** What a queued call does: an action in words, or else its method and the names of its parameters. */
export function queuedWords({ method, keys }: QueuedEntry, { actions }: Texts): string {
  const acts = keys.filter(isAction);
  return acts.length > 0 && acts.length === keys.length
    ? acts.map((key) => actions[key].replace(/\s?…$/, "")).join(", ")
    : [method, ...keys].join(" ");
}
