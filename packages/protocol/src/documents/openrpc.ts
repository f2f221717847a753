import { ERRORS, type ErrorName } from "../kernel/errors.js";
import { spelled } from "../kernel/names.js";
import type { Method, ParamRow, ResultRow } from "../kernel/shapes.js";
import type { Kind, Schema } from "../kinds/kinds.js";
import { METHOD_NAMES, methodRow, wireKey } from "../tables/methods.js";
import { scopesOf } from "../wire/scope-needed.js";

/**
 * The interface, or the methods of it that a server has, as an OpenRPC document, in the order of the table. After them
 * come those that are not in the table: `more`.
 */
export function openRpc(version: string, methods = METHOD_NAMES, more: Iterable<NamedMethod> = []) {
  const has: ReadonlySet<string> = new Set(methods);
  const named = METHOD_NAMES.filter((name) => has.has(name)).map((name) => [name, methodRow(name)] as const);
  return {
    openrpc: "1.3.2",
    info: {
      title: "Router remote management",
      version,
      description:
        "JSON-RPC 2.0 over HTTP and HTTPS. Names that begin with svc may also be spelled with i2p; each key is answered as it was asked.",
      license: { name: "MIT" },
    },
    methods: [...named, ...more].map(describe),
    components: {
      errors: Object.fromEntries(
        Object.entries(ERRORS).map(([name, { code, means }]) => [name, { code, message: means }]),
      ),
    },
  };
}

function describe([name, row]: NamedMethod) {
  const other = spelled(name, "i2p");
  return {
    name,
    summary: row.says,
    paramStructure: "by-name",
    params: [...(row.guard === "open" ? [] : [TOKEN]), ...params(row)],
    result: { name: "result", schema: resultSchema(row) },
    errors: errorsOf(row).map((error) => ({ $ref: `#/components/errors/${error}` })),
    ...(other === name ? {} : { "x-also": other }),
    ...(row.extension ? { "x-extension": true } : {}),
    ...(row.guard === "open" ? {} : { "x-scopes": Object.fromEntries(scopesOf(row)) }),
  };
}

type NamedMethod = readonly [name: string, definition: Method];

const TOKEN = {
  name: "Token",
  required: true,
  description: "Token obtained from Authenticate, or made for a program.",
  schema: { type: "string", format: "password" },
};

function params(row: Method) {
  if (row.shape === "call")
    return Object.entries(row.params).map(([key, param]) => descriptor(key, param, !param.optional));
  return Object.entries(row.bag).map(([key, bagRow]) =>
    descriptor(wireKey(row, key), { ...bagRow, kind: bagParam(row, bagRow) }, false),
  );
}

function bagParam(row: Method, bagRow: object): { readonly schema: Schema } {
  if (row.shape === "sets") {
    const { kind, readOnly } = bagRow as { readonly kind: Kind<unknown>; readonly readOnly?: true };
    return { schema: readOnly ? {} : { anyOf: [{ type: "null" }, kind.schema] } };
  }
  return { schema: row.shape === "acts" ? { not: { const: false } } : {} };
}

function descriptor(
  key: string,
  row: { readonly says: string; readonly kind: { readonly schema: Schema }; readonly extension?: true },
  required: boolean,
) {
  const other = spelled(key, "i2p");
  return {
    name: key,
    required,
    description: row.says,
    schema: row.kind.schema,
    ...(other === key ? {} : { "x-also": other }),
    ...(row.extension ? { "x-extension": true } : {}),
  };
}

export function resultSchema(row: Method): Schema {
  if (row.shape === "call") {
    const result = row.result as Kind<unknown> | { readonly [key: string]: ResultRow };
    return typeof result["write"] === "function"
      ? (result as Kind<unknown>).schema
      : rowsSchema(result as never);
  }
  const properties = Object.entries(row.bag).map(([key, bagRow]) => [
    wireKey(row, key),
    bagResult(row, bagRow),
  ]);
  if (row.shape !== "sets") return { type: "object", properties: Object.fromEntries(properties) };
  const flags = { SettingsSaved: { type: "boolean" }, RestartNeeded: { type: "boolean" } };
  return {
    type: "object",
    properties: { ...Object.fromEntries(properties), ...flags },
    required: Object.keys(flags),
  };
}

function bagResult(row: Method, bagRow: object): Schema {
  if (row.shape === "sets") return { type: ["string", "null"] };
  const { kind, result } = bagRow as { readonly kind?: Kind<unknown>; readonly result?: Kind<unknown> };
  return (kind ?? result)?.schema ?? {};
}

function rowsSchema(rows: { readonly [key: string]: ResultRow }): Schema {
  const entries = Object.entries(rows);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([key, row]) => [key, row.kind.schema])),
    required: entries.filter(([, row]) => !row.optional).map(([key]) => key),
  };
}

/** The errors a method can answer, derived from its guard and its rows. */
export function errorsOf(row: Method): readonly ErrorName[] {
  const params: readonly ParamRow[] = row.shape === "call" ? Object.values(row.params) : [];
  const own = params.flatMap(({ missing, bad }) => [missing, bad]).filter((name) => name !== undefined);
  const guard: Record<Method["guard"], readonly ErrorName[]> = {
    open: row.shape === "call" && "Password" in row.params ? ["wrongPassword", "refused"] : [],
    token: ["noToken", "unknownToken", "expiredToken", "factoryPassword"],
    anyToken: ["noToken", "unknownToken", "expiredToken"],
  };
  const scopes = [...scopesOf(row).keys()].some((scope) => scope !== "read");
  const scope: readonly ErrorName[] = row.guard !== "open" && scopes ? ["outOfScope"] : [];
  return ["invalidParams", "internal", ...own, ...guard[row.guard], ...scope];
}
