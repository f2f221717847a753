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

interface Layer {
  /** What the inner reason is about: an option, or a part of a value. */
  readonly name: string;
  readonly code: string;
  readonly values: EventData;
}

/** The reasons inside of one, from outside to inside: "has options, which has Port, which …". */
function layersOf(code: string, values: EventData): readonly Layer[] {
  const { name, "why.code": inner } = values;
  if (code !== IN || typeof inner !== "string") return [];
  const begin = "why.";
  const within: EventData = Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      key.startsWith(begin) ? [[key.slice(begin.length), value]] : [],
    ),
  );
  return [{ name: String(name), code: inner, values: within }, ...layersOf(inner, within)];
}
const IN = "value.inSetting" satisfies ReasonCode;

/** The names of what an error is about, from outside to inside: a parameter, and an option in it. */
export function blamedIn({ data }: Pick<ClientError, "data">): readonly string[] {
  const { key, code, values } = isObject(data) ? data : {};
  const outer = typeof key === "string" ? [key] : [];
  if (typeof code !== "string" || !isObject(values)) return outer;
  return [...outer, ...layersOf(code, values as EventData).map(({ name }) => name)];
}

/** Why a value was not accepted, without the name of the field beside which it is shown. What is in it is named. */
export function fieldWords(
  { data }: Pick<ClientError, "data">,
  field: string,
  reasons: Reasons,
): string | undefined {
  const { code: outer, values: all } = isObject(data) ? data : {};
  if (typeof outer !== "string" || !isObject(all)) return undefined;
  const whole = { code: outer, values: all as EventData };
  const { code, values } = layersOf(outer, whole.values).findLast(({ name }) => name === field) ?? whole;
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
  const isGeneral = GENERAL.has(name) || (name === "invalidParams" && key === undefined);
  const isSaid = why !== undefined && (known[String(reason)] !== undefined || isGeneral);
  const lead = [reason, name].map((one) => known[String(one)]).find((one) => one !== undefined);
  return { lead: isSaid ? undefined : lead, why };
}
