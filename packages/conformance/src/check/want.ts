import { type Names, spelled } from "../spec/keys.js";
import type { Kind } from "../spec/kinds.js";
import { isObject, type Json, Num, type Obj, show } from "../wire/json.js";
import { type HttpReply, headerOf } from "../wire/reply.js";
import type { Variables } from "../wire/template.js";

/** What came back for one request, read as far as it could be read. */
export interface View {
  readonly http?: HttpReply;
  readonly replies: readonly HttpReply[];
  readonly trouble?: string;
  readonly closed: boolean;
  /** The time was up. */
  readonly late: boolean;
  /** The body as JSON, with faults of its notation repaired. */
  readonly json?: Json;
  /** The same as it may be shown, without the settings of the router. */
  readonly shown: Json | undefined;
  readonly names: Names;
  readonly variables: Variables;
}

/** The server says that it does not have what was asked for. */
export class Unsupported {
  constructor(readonly reason: string) {}
}
export type Verdict = string | Unsupported | undefined;

/** One thing that is wanted of a reply: in words, and as a judgement of it. */
export interface Want {
  readonly says: string;
  judge(view: View): Verdict;
  /** A reply is wanted that says that the method does not exist. */
  readonly unknownMethod?: true;
  /** No reply at all, or one that is not JSON-RPC, may be right as well. */
  readonly takesTrouble?: true;
}

export const resultOf = ({ json }: View): Obj | undefined => {
  const result = isObject(json) ? json["result"] : undefined;
  return isObject(result) ? result : undefined;
};

export function errorCodeOf({ json }: View): number | undefined {
  const error = isObject(json) ? json["error"] : undefined;
  const code = isObject(error) ? error["code"] : undefined;
  return code instanceof Num ? Number(code.text) : undefined;
}

/** What came. What is said of a server is cut short later, when the secrets are out of it. */
export function summary(view: View): string {
  const { http, shown: json } = view;
  if (http === undefined) return view.trouble ?? "nothing";
  const code = errorCodeOf(view);
  if (code !== undefined) return `error ${code}`;
  if (isObject(json) && "result" in json) return `result ${show(json["result"])}`;
  if (http.body.length === 0) return `HTTP ${http.status} with an empty body`;
  if (json !== undefined) return `HTTP ${http.status} with ${show(json)}`;
  return `HTTP ${http.status} with a body that is not JSON`;
}

/** An error with one of these codes, and no result. */
export function error(...codes: readonly number[]): Want {
  return {
    says: `error ${codes.join(" or ")}`,
    ...(codes.includes(-32601) ? { unknownMethod: true as const } : {}),
    judge: (view) => {
      const code = errorCodeOf(view);
      if (code === undefined || resultOf(view) !== undefined) return `got ${summary(view)}`;
      return codes.includes(code) ? undefined : `got error ${code}`;
    },
  };
}

/** Any error of JSON-RPC. */
export const anyError: Want = {
  says: "an error",
  judge: (view) =>
    errorCodeOf(view) === undefined || resultOf(view) !== undefined ? `got ${summary(view)}` : undefined,
};

/** No result: an error of JSON-RPC, an HTTP status that refuses, or a closed connection. */
export const refused: Want = {
  says: "an error or an HTTP status of 400 or more, and no result",
  takesTrouble: true,
  judge: (view) => {
    if (resultOf(view) !== undefined) return `got ${summary(view)}`;
    if (view.http === undefined || errorCodeOf(view) !== undefined) return undefined;
    return view.http.status >= 400 ? undefined : `got ${summary(view)}`;
  },
};

/** Any answer in time that leaves the server alive; the runner sees to that. */
export const answered: Want = {
  says: "an answer in time, or a refusal, and a server that lives on",
  takesTrouble: true,
  judge: (view) => (view.http === undefined && !view.closed ? view.trouble : undefined),
};

/** A field of the result, in the spelling of the server. */
export const field = (view: View, name: string): Json | undefined =>
  resultOf(view)?.[spelled(name, view.names)];

/** A result that is an object. */
export const result: Want = {
  says: "a result that is an object",
  judge: (view) => (resultOf(view) === undefined ? `got ${summary(view)}` : undefined),
};

/** A result that holds this, and it is of this kind. */
export const has = (name: string, kind: Kind): Want => ({
  says: `${name} in the result: ${kind.says}`,
  judge: (view) => {
    const value = field(view, name);
    if (value === undefined) return `got ${summary(view)}`;
    const wrong = kind.wrong(value);
    return wrong === undefined ? undefined : `${name}: ${wrong}`;
  },
});

/** As `has`, but a result without it says that the server does not have it. */
export const mayHave = (name: string, kind: Kind): Want => ({
  says: `${name} in the result: ${kind.says}; left out when the server does not have it`,
  judge: (view) => {
    const found = resultOf(view);
    if (found === undefined) {
      const isBadKey = errorCodeOf(view) === -32602;
      return isBadKey ? new Unsupported(`${name} is refused: error -32602`) : `got ${summary(view)}`;
    }
    const value = field(view, name);
    if (value === undefined) return new Unsupported(`${name} is left out of the result`);
    const wrong = kind.wrong(value);
    return wrong === undefined ? undefined : `${name}: ${wrong}`;
  },
});

/** Two numbers may be written in different ways: 1, 1.0. */
export const isSameNumber = (one: string, other: string): boolean =>
  one === other || (/^-?\d/.test(one) && /^-?\d/.test(other) && Number(one) === Number(other));

/** A field whose value, as text, is that of a variable or of a text with variables. */
export const holds = (name: string, wanted: string): Want => ({
  says: `${name} in the result: ${JSON.stringify(wanted)}`,
  judge: (view) => {
    const value = field(view, name);
    const right = wanted.replace(/^\$([A-Z_]+)$/, (whole, one: string) => view.variables[one] ?? whole);
    // A setting that was not set has no text: it reads as null or as nothing.
    const isUnset = wanted === "$OLD" && right === "" && (value === null || value === "");
    const isSame = value instanceof Num ? isSameNumber(value.text, right) : value === right;
    return isSame || isUnset
      ? undefined
      : `${name}: wanted ${JSON.stringify(right)}, got ${value === undefined ? summary(view) : show(value)}`;
  },
});

/** Nothing of this name in the result. */
export const hasNot = (name: string): Want => ({
  says: `no ${name} in the result`,
  judge: (view) => (field(view, name) === undefined ? undefined : `${name} is in the result`),
});

/** Nothing in the result but these. */
export const only = (...names: readonly string[]): Want => ({
  says: `nothing in the result but ${names.join(", ") || "what is required"}`,
  judge: (view) => {
    const known = names.map((name) => spelled(name, view.names));
    const others = Object.keys(resultOf(view) ?? {}).filter((name) => !known.includes(name));
    return others.length === 0 ? undefined : `the result also has ${others.slice(0, 5).join(", ")}`;
  },
});

/** The id as it must come back, in JSON. */
export const idIs = (wanted: string): Want => ({
  says: `the id ${wanted}`,
  judge: ({ json }) => {
    const id = isObject(json) ? json["id"] : undefined;
    const isSame = id instanceof Num ? isSameNumber(id.text, wanted) : show(id) === wanted;
    return isSame ? undefined : `wanted the id ${wanted}, got ${show(id)}`;
  },
});

export const status = (...wanted: readonly number[]): Want => ({
  says: `HTTP ${wanted.join(" or ")}`,
  judge: ({ http, trouble }) =>
    http !== undefined && wanted.includes(http.status) ? undefined : `got ${http?.status ?? trouble}`,
});

export const noHeader = (name: string, pattern: RegExp): Want => ({
  says: `no header ${name} that fits ${pattern}`,
  takesTrouble: true,
  judge: ({ http }) => {
    const value = http === undefined ? undefined : headerOf(http, name);
    return value !== undefined && pattern.test(value) ? `${name} is ${JSON.stringify(value)}` : undefined;
  },
});

/** A judgement that the words above do not cover. */
export const that = (says: string, judge: (view: View) => Verdict): Want => ({ says, judge });
