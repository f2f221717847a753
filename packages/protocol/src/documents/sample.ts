import { type MethodName, methodDefinition } from "../tables/methods.js";
import type { Schema } from "../value-types/value-types.js";
import type { Exchange } from "./exchanges.js";
import { resultSchema } from "./openrpc.js";

/** What a sample has for texts of these names. */
const TEXTS: { readonly [name: string]: string } = {
  ...{ name: "attic", node: "attic", method: "RouterManager", by: "anna", token: "ph1_…" },
  ...{ version: "2.59.0", service: "0.1.0", router: "i2pd", phase: "running" },
};
const IS_TIME = /(^|[a-z])(at|created|expires|finished|since|seen|(?<!up)time|started|reported|joined)$/i;
const AT = 1_794_907_841_862;

/** A value that fits a schema, for documents: shows names and types where no real exchange is recorded. */
function sampleOf(schema: Schema, name = ""): unknown {
  const { type, properties, items, anyOf, enum: options } = schema;
  if (Array.isArray(options)) return options[0];
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0] as Schema, name);
  switch (type) {
    case "array":
      return [sampleOf(items as Schema, name)];
    case "object":
      if (properties === undefined) return name === "labels" ? { site: "ams" } : {};
      return Object.fromEntries(
        Object.entries(properties as { readonly [key: string]: Schema }).map(([key, one]) => [
          key,
          sampleOf(one, key),
        ]),
      );
    case "boolean":
      return true;
    case "integer":
    case "number":
      return IS_TIME.test(name) ? AT : Math.max(1, Number(schema["minimum"] ?? 1));
    default:
      return type === "string" ? (TEXTS[name] ?? "…") : null;
  }
}

/** With what the method requires, and a value of each type that it answers. */
export function sampleExchange(name: MethodName): Exchange {
  const definition = methodDefinition(name);
  const required =
    definition.shape === "call"
      ? Object.entries(definition.params).filter(([, { optional }]) => !optional)
      : [];
  return {
    params: Object.fromEntries(required.map(([key, { type }]) => [key, sampleOf(type.schema, key)])),
    result: sampleOf(resultSchema(definition)),
  };
}
