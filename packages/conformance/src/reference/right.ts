import { isUtf8 } from "node:buffer";
import { type Behaviour, ERRORS, type ErrorName, type Params, Refusal, type Value } from "./behaviour.js";
import { Double, METHODS } from "./methods.js";
import { settingError } from "./settings.js";

const isObject = (value: Value): value is Params =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Compact JSON in which a double has a fraction. */
export function print(value: Value): string {
  if (value instanceof Double)
    return Number.isInteger(value.value) ? `${value.value}.0` : String(value.value);
  if (Array.isArray(value)) return `[${value.map(print).join(",")}]`;
  if (isObject(value))
    return `{${Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([name, one]) => `${JSON.stringify(name)}:${print(one)}`)
      .join(",")}}`;
  return JSON.stringify(value) ?? "null";
}

/** Everything done right. */
export const RIGHT: Behaviour = {
  errors: ERRORS,
  batches: true,
  patient: true,
  oneAtATime: false,
  readBody: (bytes) => {
    if (!isUtf8(bytes)) throw new Refusal("notJson");
    try {
      return JSON.parse(bytes.toString("utf8"));
    } catch {
      throw new Refusal("notJson");
    }
  },
  envelope: (request): ErrorName | undefined => {
    if (!isObject(request) || request["jsonrpc"] !== "2.0") return "invalidRequest";
    const { id, method } = request;
    const goodId = typeof id === "string" || typeof id === "number" || id === null;
    return goodId && typeof method === "string" ? undefined : "invalidRequest";
  },
  params: (params) => (isObject(params) ? undefined : "invalidParams"),
  findMethod: (name, methods) => {
    const known = name === "I2PControl" ? "ServiceControl" : name;
    return Object.hasOwn(methods, known) ? methods[known] : undefined;
  },
  token: (_method, { Token }, state) => {
    if (Token === undefined || Token === null || Token === "") return "noToken";
    if (typeof Token !== "string") return "invalidParams";
    const until = state.tokens.get(Token);
    if (until === undefined) return "unknownToken";
    if (Date.now() <= until) return undefined;
    state.tokens.delete(Token);
    return "expiredToken";
  },
  methods: METHODS,
  settingError,
  reply: (reply) => reply,
  print: (reply) => print(reply),
  gate: ({ method, headers }) => {
    const name = headers.host?.replace(/:\d+$/, "") ?? "";
    if (!/^(localhost|\d+\.\d+\.\d+\.\d+|\[.*\])$/.test(name)) return 403;
    if (headers.origin !== undefined && !headers.origin.endsWith(`//${headers.host}`)) return 403;
    return method === "POST" ? undefined : 405;
  },
  wire: (wire) => wire,
  write: (response, { status, headers, body }) => {
    response.writeHead(status, headers);
    response.end(body);
  },
};
