import { isUtf8 } from "node:buffer";
import type { Request, Value } from "../../reference/behaviour.js";
import { RIGHT } from "../../reference/right.js";
import { code, type Mutant, mutant, replies, texts } from "./mutant.js";

const idOf = (change: (id: Value) => Value) =>
  replies((reply) => ({ ...reply, id: reply.error === undefined ? change(reply.id) : reply.id }));
/** Requests that are taken although something is wrong with them. */
const takes = (mend: (request: { [name: string]: Value }) => void) => ({
  envelope: (request: Value) => {
    const copy = { ...(request as { [name: string]: Value }) };
    mend(copy);
    return RIGHT.envelope(copy);
  },
});
const parse = (mend: (text: string) => string) => ({
  readBody: (bytes: Buffer) => RIGHT.readBody(Buffer.from(mend(bytes.toString("latin1")), "latin1")),
});

export const ENVELOPE: readonly Mutant[] = [
  mutant(
    "id-number",
    "turns string ids of digits into numbers",
    "envelope.id.digits",
    idOf((id) => (/^\d+$/.test(String(id)) ? Number(id) : id)),
  ),
  mutant(
    "id-unquoted",
    "prints string ids without quotes",
    "envelope.id.string",
    texts((text) => text.replace(/"id":"(conformance)"/, '"id":$1')),
  ),
  mutant(
    "id-dropped",
    "leaves the id out of results",
    ["envelope.reply.id", "envelope.id.string"],
    replies(({ id, ...reply }) => (reply.error === undefined ? reply : { ...reply, id })),
  ),
  mutant(
    "id-constant",
    "answers every request with the id 1",
    ["envelope.reply.id", "envelope.id.string"],
    idOf(() => 1),
  ),
  mutant(
    "id-null",
    "answers results with the id null",
    ["envelope.reply.id", "envelope.id.string"],
    idOf(() => null),
  ),
  mutant(
    "id-lower",
    "turns ids into small letters",
    "envelope.id.unicode",
    idOf((id) => (typeof id === "string" ? id.replace("ü", "u") : id)),
  ),
  mutant(
    "id-empty",
    "answers an empty id with null",
    "envelope.id.empty",
    idOf((id) => (id === "" ? null : id)),
  ),
  mutant(
    "id-unescaped",
    "does not escape quotes in ids",
    "envelope.id.escaped",
    texts((text) => text.replace('a\\"b', 'a"b')),
  ),
  mutant(
    "id-ascii",
    "answers a question mark for letters outside ASCII",
    "envelope.id.unicode",
    texts((text) => text.replaceAll(/[^\0-\x7f]/g, "?")),
  ),
  mutant(
    "id-string",
    "turns numeric ids into strings",
    ["envelope.id.number", "envelope.id.zero"],
    idOf((id) => (typeof id === "number" ? String(id) : id)),
  ),
  mutant(
    "id-zero",
    "takes the id 0 for none",
    "envelope.id.zero",
    idOf((id) => (id === 0 ? null : id)),
  ),
  mutant(
    "id-32bit",
    "cuts numeric ids to 32 bits",
    "envelope.id.large",
    idOf((id) => (typeof id === "number" ? id | 0 : id)),
  ),
  mutant(
    "id-unsigned",
    "drops the sign of numeric ids",
    "envelope.id.negative",
    idOf((id) => (typeof id === "number" ? Math.abs(id) : id)),
  ),
  mutant("id-null-refused", "refuses the id null", "envelope.id.null", {
    envelope: (request) => ((request as Request).id === null ? "invalidRequest" : RIGHT.envelope(request)),
  }),
  mutant(
    "id-missing-taken",
    "answers requests without an id",
    "envelope.id.missing",
    takes((request) => {
      request["id"] ??= "none";
    }),
  ),
  mutant(
    "id-object-taken",
    "takes an object as id",
    "envelope.id.object",
    takes((request) => {
      if (!Array.isArray(request["id"]) && typeof request["id"] === "object") request["id"] = "x";
    }),
  ),
  mutant(
    "id-array-taken",
    "takes an array as id",
    "envelope.id.array",
    takes((request) => {
      if (Array.isArray(request["id"])) request["id"] = "x";
    }),
  ),
  mutant(
    "id-boolean-taken",
    "takes a boolean as id",
    "envelope.id.boolean",
    takes((request) => {
      if (request["id"] === true) request["id"] = "x";
    }),
  ),
  mutant(
    "error-id-dropped",
    "answers errors with the id null",
    "envelope.reply.id",
    replies((reply) => (reply.error === undefined ? reply : { ...reply, id: null })),
    ["envelope.method.unknown"],
  ),
  mutant(
    "version-missing-taken",
    "does not ask for jsonrpc",
    "envelope.version.missing",
    takes((request) => {
      request["jsonrpc"] ??= "2.0";
    }),
  ),
  mutant(
    "version-wrong-taken",
    "takes any text as version",
    "envelope.version.wrong",
    takes((request) => {
      if (typeof request["jsonrpc"] === "string") request["jsonrpc"] = "2.0";
    }),
  ),
  mutant(
    "version-number-taken",
    "takes a number as version",
    "envelope.version.number",
    takes((request) => {
      if (request["jsonrpc"] === 2) request["jsonrpc"] = "2.0";
    }),
  ),
  mutant(
    "method-missing-not-found",
    "answers a missing method with -32601",
    ["envelope.method.missing", "envelope.method.null"],
    takes((request) => {
      request["method"] ??= "";
    }),
  ),
  mutant(
    "method-number-taken",
    "takes a number as method",
    "envelope.method.number",
    takes((request) => {
      request["method"] = String(request["method"]);
    }),
  ),
  mutant("method-any-case", "finds methods in any letters", "envelope.method.case", {
    findMethod: (name, methods) => RIGHT.findMethod(name === "echo" ? "Echo" : name, methods),
  }),
  mutant("method-inherited", "looks for methods along the prototype", "envelope.method.constructor", {
    findMethod: (name, methods) => methods[name],
  }),
  mutant(
    "method-unknown-internal",
    "answers an unknown method with -32603",
    "envelope.method.unknown",
    code("methodNotFound", -32603),
  ),
  mutant(
    "method-unknown-params",
    "answers an unknown method with -32602",
    "envelope.method.unknown",
    code("methodNotFound", -32602),
  ),
  mutant("method-empty", "takes an empty name for Echo", "envelope.method.empty", {
    findMethod: (name, methods) => RIGHT.findMethod(name || "Echo", methods),
  }),
  mutant("params-array-taken", "takes parameters without names", "envelope.params.array", {
    params: (params) => (Array.isArray(params) ? undefined : RIGHT.params(params)),
    token: (name, params, state) => (Array.isArray(params) ? undefined : RIGHT.token(name, params, state)),
    methods: {
      ...RIGHT.methods,
      Echo: (params, state, behaviour) =>
        Array.isArray(params)
          ? { Result: "hello" }
          : (RIGHT.methods["Echo"]?.(params, state, behaviour) ?? {}),
    },
  }),
  mutant("params-string-internal", "breaks on params that are a string", "envelope.params.string", {
    params: (params) => (typeof params === "string" ? "internal" : RIGHT.params(params)),
  }),
  mutant("params-null-taken", "answers a call without params", "envelope.params.null", {
    params: (params) => (params === null ? undefined : RIGHT.params(params)),
    token: (name, params, state) =>
      Object.keys(params).length === 0 ? undefined : RIGHT.token(name, params, state),
    methods: { ...RIGHT.methods, Echo: () => ({ Result: "hello" }) },
  }),
  mutant("params-missing-internal", "breaks on a call without params", "envelope.params.missing", {
    params: (params) => (params === undefined ? "internal" : RIGHT.params(params)),
  }),
  mutant("member-refused", "refuses members that it does not know", "envelope.member.unknown", {
    envelope: (request) => ("extra" in (request as object) ? "invalidRequest" : RIGHT.envelope(request)),
  }),
  mutant(
    "not-json-code",
    "answers a body that is not JSON with -32600",
    ["envelope.body.text", "envelope.body.truncated"],
    code("notJson", -32600),
  ),
  mutant(
    "not-json-empty",
    "answers a body that is not JSON with an empty body",
    ["envelope.body.text", "envelope.reply.json"],
    texts((text) => (text.includes("-32700") ? "" : text)),
  ),
  mutant("body-empty-silent", "answers an empty body with nothing", "envelope.body.empty", {
    wire: (wire, _request, sent) =>
      sent === "" ? { ...wire, headers: { "Content-Length": "0" }, body: Buffer.alloc(0) } : wire,
  }),
  mutant(
    "body-trailing-taken",
    "does not look at what follows a request",
    "envelope.body.trailing",
    parse((text) => text.replace(/x$/, "")),
  ),
  mutant(
    "body-comma-taken",
    "takes a trailing comma",
    "envelope.body.comma",
    parse((text) => text.replace(",}", "}")),
  ),
  mutant(
    "body-quotes-taken",
    "takes single quotes",
    "envelope.body.quotes",
    parse((text) => (text.startsWith("{'") ? text.replaceAll("'", '"') : text)),
  ),
  mutant("body-utf8-taken", "takes bytes that are not UTF-8", "envelope.body.utf8", {
    readBody: (bytes) => RIGHT.readBody(isUtf8(bytes) ? bytes : Buffer.from(bytes.toString("utf8"))),
  }),
  mutant(
    "body-truncated-taken",
    "repairs a request that was cut off",
    "envelope.body.truncated",
    parse((text) => (text.endsWith('"Echo"') ? `${text}}` : text)),
  ),
  mutant("body-number-parse", "answers a number with -32700", "envelope.body.number", {
    readBody: (bytes) => RIGHT.readBody(bytes.toString() === "1" ? Buffer.from("{") : bytes),
  }),
  mutant("body-string-internal", "breaks on a string", "envelope.body.string", {
    envelope: (request) => (typeof request === "string" ? "internal" : RIGHT.envelope(request)),
  }),
  mutant("body-null-internal", "breaks on null", "envelope.body.null", {
    envelope: (request) => (request === null ? "internal" : RIGHT.envelope(request)),
  }),
  mutant("body-object-not-found", "answers an empty object with -32601", "envelope.body.object", {
    envelope: (request) => (JSON.stringify(request) === "{}" ? "methodNotFound" : RIGHT.envelope(request)),
  }),
  mutant(
    "body-order",
    "wants the members of a request in one order",
    "envelope.body.order",
    parse((text) => (text.startsWith('{"params"') ? "{" : text)),
  ),
  mutant(
    "body-blanks",
    "cannot read line ends before a request",
    "envelope.body.blanks",
    parse((text) => (text.startsWith("\r\n") ? "{" : text)),
  ),
  mutant(
    "body-escapes",
    "cannot read escapes in names",
    "envelope.body.escapes",
    parse((text) => text.replace("\\u006dethod", "?")),
  ),
  mutant(
    "error-id-one",
    "answers bodies that are not JSON with the id 1",
    "envelope.error.id",
    texts((text) => (text.includes("-32700") ? text.replace('"id":null', '"id":1') : text)),
  ),
  mutant(
    "error-sticks",
    "answers every request after a bad one with the same error",
    "envelope.error.again",
    stuck(),
  ),
  mutant("batch-none", "refuses batches", ["envelope.batch.two", "envelope.batch.mixed"], { batches: false }),
  mutant("batch-first", "answers only the first call of a batch", "envelope.batch.two", {
    print: (reply, request) => RIGHT.print(Array.isArray(reply) ? reply.slice(0, 1) : reply, request),
  }),
  mutant("batch-one", "answers the calls of a batch without an array", "envelope.batch.two", {
    print: (reply, request) => RIGHT.print(Array.isArray(reply) ? reply[0] : reply, request),
  }),
  mutant("batch-stops", "ends a batch at the first error", "envelope.batch.mixed", {
    print: (reply, request) =>
      RIGHT.print(
        Array.isArray(reply)
          ? reply.slice(0, reply.findIndex(({ error }) => error !== undefined) + 1 || undefined)
          : reply,
        request,
      ),
  }),
  mutant(
    "batch-token",
    "lets the token of one call serve the whole batch",
    "envelope.batch.token",
    batchToken(),
  ),
  mutant(
    "batch-empty",
    "answers an empty batch with an empty array",
    "envelope.batch.empty",
    texts((text, request) => (Array.isArray(request) && request.length === 0 ? "[]" : text)),
  ),
];

function stuck() {
  let bad = false;
  return {
    readBody: (bytes: Buffer) => {
      bad ||= bytes.toString() === "{";
      return RIGHT.readBody(bad ? Buffer.from("{") : bytes);
    },
  };
}

function batchToken() {
  let seen: Value;
  return {
    token: (
      name: string,
      params: { readonly [name: string]: Value },
      state: Parameters<typeof RIGHT.token>[2],
    ) => {
      seen = params["Token"] ?? seen;
      return RIGHT.token(name, { ...params, Token: seen }, state);
    },
  };
}
