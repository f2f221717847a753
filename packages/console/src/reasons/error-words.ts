import type { ClientError } from "@pilothouse/client/browser";
import { type EventData, isObject, type ReasonCode } from "@pilothouse/protocol";
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

interface Inner {
  /** What it is in, from outside to inside. */
  readonly names: readonly string[];
  readonly code: string;
  readonly values: EventData;
}

/** The reason itself, without those that only say what it is in: "has options, which has Port, which …". */
function innerReason(code: string, values: EventData, names: readonly string[] = []): Inner {
  const { name, "why.code": inner } = values;
  if (code !== IN || typeof inner !== "string") return { names, code, values };
  const begin = "why.";
  const within = Object.entries(values).flatMap(([key, value]) =>
    key.startsWith(begin) ? [[key.slice(begin.length), value] as const] : [],
  );
  return innerReason(inner, Object.fromEntries(within), [...names, String(name)]);
}
const IN = "value.inSetting" satisfies ReasonCode;

/** The names of what an error is about, from outside to inside: a parameter, and an option in it. */
export function blamedIn({ data }: Pick<ClientError, "data">): readonly string[] {
  const { key, code, values } = isObject(data) ? data : {};
  const outer = typeof key === "string" ? [key] : [];
  if (typeof code !== "string" || !isObject(values)) return outer;
  return [...outer, ...innerReason(code, values as EventData).names];
}

/** Why a value was not accepted, without the name of the field beside which it is shown. */
export function fieldWords({ data }: Pick<ClientError, "data">, reasons: Reasons): string | undefined {
  const { code: outer, values: all } = isObject(data) ? data : {};
  if (typeof outer !== "string" || !isObject(all)) return undefined;
  const { code, values } = innerReason(outer, all as EventData);
  const why = reasonWords(code, values, { reasons });
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
