import type { ClientError } from "@pilothouse/client/browser";
import { type EventData, isObject } from "@pilothouse/protocol";
import type { FirstTexts } from "../texts/texts.js";
import { reasonWords } from "./reason-words.js";

type Reasons = { readonly [code: string]: string };

interface Words extends Pick<FirstTexts, "errors"> {
  readonly reasons: Reasons;
}

interface ErrorInWords {
  /** What kind of error it is, where that is known. */
  readonly lead: string | undefined;
  /** Why; undefined for what the service says in English only. */
  readonly why: string | undefined;
}

/** Errors whose name says little. */
const GENERAL: ReadonlySet<string> = new Set(["refused", "internal"]);

/** Whether the reason of an error is one of those that are loaded only when one occurs. */
export function isLaterReason({ data }: Pick<ClientError, "data">, reasons: Reasons): boolean {
  const { code } = isObject(data) ? data : {};
  return typeof code === "string" && !Object.hasOwn(reasons, code);
}

/** Why a value was not accepted, without the name of the field beside which it is shown. */
export function fieldWords({ data }: Pick<ClientError, "data">, reasons: Reasons): string | undefined {
  const { code, values } = isObject(data) ? data : {};
  if (typeof code !== "string" || !isObject(values)) return undefined;
  const why = reasonWords(code, values as EventData, { reasons });
  if (why === undefined) return undefined;
  // A name keeps its letters.
  const isNamed = typeof values["name"] === "string" && why.startsWith(values["name"]);
  return `${isNamed ? why.charAt(0) : why.charAt(0).toUpperCase()}${why.slice(1)}.`;
}

/** An error of the service in the reader's language. */
export function errorWords({ name, data }: Pick<ClientError, "name" | "data">, texts: Words): ErrorInWords {
  const known: { readonly [name: string]: string } = texts.errors;
  const { reason, code, values, key } = isObject(data) ? data : {};
  const said = {
    ...(typeof key === "string" ? { key } : {}),
    ...(isObject(values) ? (values as EventData) : {}),
  };
  const why = typeof code === "string" ? reasonWords(code, said, texts) : undefined;
  // These have many causes: a reason with a text of its own says all of it.
  const isSaid = why !== undefined && (known[String(reason)] !== undefined || GENERAL.has(name));
  const lead = [reason, name].map((one) => known[String(one)]).find((one) => one !== undefined);
  return { lead: isSaid ? undefined : lead, why };
}
