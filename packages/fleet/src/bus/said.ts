import {
  cutLine,
  type EventData,
  hideInReason,
  hideSecrets,
  isObject,
  named,
  REASONS,
  type Reason,
} from "@pilothouse/protocol";
import type { Said } from "./hub-bus.js";

/** As the value `name` of a reason. */
export const saidAs = (name: string, said: Said): EventData =>
  named(name, said, typeof said === "string" ? said : said.text);

/** More than our own reasons have. */
const MOST_CHARACTERS = 4_000;

/**
 * Why a node did not do something, for people: in its own words, and with the code that it gives, if that is known
 * here. It is kept and shown, also to those who may only look: a compromised node may send megabytes, and an earlier
 * version may name a secret.
 */
export function saidByNode(said: unknown, why?: unknown): Said {
  const text = hideSecrets(cutLine(String(said)));
  if (!isReason(why) || JSON.stringify(why).length > MOST_CHARACTERS) return text;
  const { code, values } = hideInReason({ code: why.code, values: why.values });
  return { text, code, values };
}

const isReason = (why: unknown): why is Reason =>
  isObject(why) &&
  typeof why["code"] === "string" &&
  Object.hasOwn(REASONS, why["code"]) &&
  isObject(why["values"]) &&
  Object.values(why["values"]).every((value) => ["string", "number", "boolean"].includes(typeof value));
