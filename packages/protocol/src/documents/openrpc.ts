import { ERRORS, type ErrorName } from "../kernel/errors.js";
import { spelled } from "../kernel/names.js";
import type { Method, ParamDefinition, ResultDefinition } from "../kernel/shapes.js";
import { METHOD_NAMES, methodDefinition, wireKey } from "../tables/methods.js";
import { count, isValueType, type Schema, type ValueType } from "../value-types/value-types.js";
import { scopesOf } from "../wire/scope-needed.js";

/**
 * The interface, or the methods of it that a server has, as an OpenRPC document, in the order of the table. After them
 * come those that are not in the table: `more`.
 */
export function openRpc(version: string, methods = METHOD_NAMES, more: Iterable<NamedMethod> = []) {
  const has: ReadonlySet<string> = new Set(methods);
  const named = METHOD_NAMES.filter((name) => has.has(name)).map(
    (name) => [name, methodDefinition(name)] as const,
  );
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

function describe([name, definition]: NamedMethod) {
  const other = spelled(name, "i2p");
  return {
    name,
    summary: definition.description,
    paramStructure: "by-name",
    params: [...(definition.guard === "open" ? [] : [TOKEN]), ...params(definition)],
    result: { name: "result", schema: resultSchema(definition) },
    errors: errorsOf(definition).map((error) => ({ $ref: `#/components/errors/${error}` })),
    ...(other === name ? {} : { "x-also": other }),
    ...(definition.extension ? { "x-extension": true } : {}),
    ...(definition.guard === "open" ? {} : { "x-scopes": Object.fromEntries(scopesOf(definition)) }),
  };
}

type NamedMethod = readonly [name: string, definition: Method];

const TOKEN = {
  name: "Token",
  required: true,
  description: "Token obtained from Authenticate, or made for a program.",
  schema: { type: "string", format: "password" },
};

function params(definition: Method) {
  if (definition.shape === "call")
    return Object.entries(definition.params).map(([key, param]) => descriptor(key, param, !param.optional));
  const keys = Object.entries(definition.bag).map(([key, keyDefinition]) =>
    descriptor(
      wireKey(definition, key),
      { ...keyDefinition, type: bagParam(definition, keyDefinition) },
      false,
    ),
  );
  if (definition.shape !== "sets" || definition.ifRevision === undefined) return keys;
  return [...keys, descriptor("IfRevision", { ...definition.ifRevision, extension: true }, false)];
}

function bagParam(definition: Method, keyDefinition: object): { readonly schema: Schema } {
  if (definition.shape === "sets") {
    const { type, readOnly } = keyDefinition as {
      readonly type: ValueType<unknown>;
      readonly readOnly?: true;
    };
    return { schema: readOnly ? {} : { anyOf: [{ type: "null" }, type.schema] } };
  }
  return { schema: definition.shape === "acts" ? { not: { const: false } } : {} };
}

function descriptor(
  key: string,
  definition: {
    readonly description: string;
    readonly type: { readonly schema: Schema };
    readonly extension?: true;
  },
  required: boolean,
) {
  const other = spelled(key, "i2p");
  return {
    name: key,
    required,
    description: definition.description,
    schema: definition.type.schema,
    ...(other === key ? {} : { "x-also": other }),
    ...(definition.extension ? { "x-extension": true } : {}),
  };
}

export function resultSchema(definition: Method): Schema {
  if (definition.shape === "call") {
    const { result } = definition;
    return isValueType(result) ? result.schema : rowsSchema(result);
  }
  const properties = Object.entries(definition.bag).map(([key, keyDefinition]) => [
    wireKey(definition, key),
    bagResult(definition, keyDefinition),
  ]);
  if (definition.shape !== "sets") return { type: "object", properties: Object.fromEntries(properties) };
  const flags = { SettingsSaved: { type: "boolean" }, RestartNeeded: { type: "boolean" } };
  const revision = definition.ifRevision && { Revision: count.schema };
  return {
    type: "object",
    properties: { ...Object.fromEntries(properties), ...flags, ...revision },
    required: Object.keys(flags),
  };
}

function bagResult(definition: Method, keyDefinition: object): Schema {
  if (definition.shape === "sets") return { type: ["string", "null"] };
  const { type, result } = keyDefinition as {
    readonly type?: ValueType<unknown>;
    readonly result?: ValueType<unknown>;
  };
  return (type ?? result)?.schema ?? {};
}

function rowsSchema(rows: { readonly [key: string]: ResultDefinition }): Schema {
  const entries = Object.entries(rows);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([key, definition]) => [key, definition.type.schema])),
    required: entries.filter(([, definition]) => !definition.optional).map(([key]) => key),
  };
}

/** The errors a method can answer, derived from its guard and its parameters. */
export function errorsOf(definition: Method): readonly ErrorName[] {
  const params: readonly ParamDefinition[] =
    definition.shape === "call" ? Object.values(definition.params) : [];
  const ofParams = params.flatMap(({ missing, bad }) => [missing, bad]).filter((name) => name !== undefined);
  const guard: Record<Method["guard"], readonly ErrorName[]> = {
    open: definition.shape === "call" && "Password" in definition.params ? ["wrongPassword", "refused"] : [],
    token: ["noToken", "unknownToken", "expiredToken", "factoryPassword"],
    anyToken: ["noToken", "unknownToken", "expiredToken"],
  };
  const scopes = [...scopesOf(definition).keys()].some((scope) => scope !== "read");
  const scope: readonly ErrorName[] = definition.guard !== "open" && scopes ? ["outOfScope"] : [];
  return ["invalidParams", "internal", ...ofParams, ...guard[definition.guard], ...scope];
}
