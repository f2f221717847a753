import { ACTIONS, type Action } from "@pilothouse/protocol";
import type { Texts } from "../texts/texts.js";
import { settingLabel } from "./reason-words.js";

const isAction = (key: string): key is Action => (ACTIONS as readonly string[]).includes(key);

/** What a call does that waits for its node, by the names of its parameters: actions, and settings by their labels. */
export const callWords = (keys: readonly string[], texts: Texts): string =>
  keys
    .map((key) =>
      isAction(key)
        ? texts.actions[key].replace(/\s?…$/, "")
        : settingLabel(key.replace(/^i2p\./, ""), texts),
    )
    .join(", ");
