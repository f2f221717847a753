import { RpcError } from "../kernel/errors.js";
import { isObject } from "../value-types/value-types.js";
import { DEEPEST } from "./depth.js";
import { JsonError, parseJson } from "./json.js";
import { rawId, rawIds } from "./raw-id.js";

export const MOST_IN_BATCH = 50;
/** Objects and arrays; settings are texts, so no call has many. */
export const MOST_IN_REQUEST = 10_000;

/** A call as it came in. `id` is JSON text, kept as sent. */
export interface Request {
  readonly id: string;
  readonly method: string;
  /** Undefined when absent or an array: checked after the method, which may be unknown. */
  readonly params: { readonly [name: string]: unknown } | undefined;
  /** `Token` beside `params`, where a client in the field puts it. It counts when `params` has none. */
  readonly token: unknown;
}

/** Something that should have been a call, and the error it is answered with. */
export interface Unreadable {
  readonly id: string;
  readonly error: RpcError;
}

export type Incoming = Request | Unreadable;

/** One call, or the calls of a batch in their order. Never throws. */
export function readEnvelope(text: string): Incoming | readonly Incoming[] {
  let json: unknown;
  try {
    json = parseJson(text, { containers: MOST_IN_REQUEST });
  } catch (error) {
    const reason = error instanceof JsonError ? error.reason : undefined;
    if (reason === "tooMany")
      return refused("null", `a request has at most ${MOST_IN_REQUEST} objects and arrays`);
    const deep = reason === "tooDeep" ? `nested deeper than ${DEEPEST} levels` : undefined;
    return { id: "null", error: new RpcError("parse", deep) };
  }
  if (!Array.isArray(json)) return readRequest(json, () => rawId(text));
  if (json.length === 0) return refused("null", "a batch holds at least one call");
  if (json.length > MOST_IN_BATCH)
    return refused("null", `a batch holds at most ${MOST_IN_BATCH} calls, this one ${json.length}`);
  // The text is scanned for ids only when one is a number, and then once.
  let ids: (string | undefined)[] | undefined;
  return json.map((item, index) =>
    readRequest(item, () => {
      ids ??= rawIds(text);
      return ids[index];
    }),
  );
}

function readRequest(json: unknown, sentId: () => string | undefined): Incoming {
  if (!isObject(json)) return refused("null", "a request is an object");
  if (!Object.hasOwn(json, "id")) return refused("null", "id is missing; every call is answered");
  const id = idText(json["id"], sentId);
  if (id === undefined) return refused("null", "id wants a string, a number or null");
  if (ownProperty(json, "jsonrpc") !== "2.0") return refused(id, 'jsonrpc wants "2.0"');
  const method = ownProperty(json, "method");
  if (typeof method !== "string") return refused(id, "method wants a string");
  const params = ownProperty(json, "params");
  const token = ownProperty(json, "Token");
  if (isObject(params)) return { id, method, params, token };
  if (params === undefined || Array.isArray(params)) return { id, method, params: undefined, token };
  return refused(id, "params wants an object");
}

/** Not one that every object has, such as `constructor`. */
export const ownProperty = (json: object, name: string): unknown =>
  Object.hasOwn(json, name) ? (json as { readonly [name: string]: unknown })[name] : undefined;

function idText(id: unknown, sent: () => string | undefined): string | undefined {
  if (id === null) return "null";
  if (typeof id === "string") return JSON.stringify(id);
  return typeof id === "number" ? sent() : undefined;
}

const refused = (id: string, detail: string): Unreadable => ({
  id,
  error: new RpcError("invalidRequest", detail),
});

export const resultEnvelope = (id: string, result: string): string =>
  `{"jsonrpc":"2.0","id":${id},"result":${result}}`;

export type ErrorFields = Pick<RpcError, "code" | "message" | "data">;

export const errorEnvelope = (id: string, { code, message, data }: ErrorFields): string =>
  `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message, data })}}`;
