import type { Schema } from "@pilothouse/protocol";
import { parseJson } from "@pilothouse/protocol";

/** As much of an OpenRPC document as the explorer shows. */
export interface Document {
  readonly methods: readonly MethodText[];
}

export interface MethodText {
  readonly name: string;
  readonly summary?: string;
  readonly params: readonly ParamText[];
  readonly "x-extension"?: boolean;
}

export interface ParamText {
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly "x-extension"?: boolean;
}

export const isSecret = ({ schema }: ParamText): boolean => schema["format"] === "password";

/** A string is typed as it is; everything else as JSON. */
export const isPlainText = ({ schema }: ParamText): boolean => schema["type"] === "string" && !schema["enum"];

/** Any value works: the presence of the key is the request. */
export const isMark = ({ schema }: ParamText): boolean =>
  Object.keys(schema).length === 0 || Object.hasOwn(schema, "not");

/** The possible values as JSON, if the schema limits them. */
export function choices(schema: Schema): readonly string[] | undefined {
  if (schema["type"] === "boolean") return ["true", "false"];
  const options = schema["enum"];
  return Array.isArray(options) ? options.map((option) => JSON.stringify(option)) : undefined;
}

/** An example value, as you would type it. */
export function example(param: ParamText): string {
  return isPlainText(param) ? "" : JSON.stringify(exampleOf(param.schema));
}

function exampleOf(schema: Schema): unknown {
  if (schema["const"] !== undefined) return schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  if (Array.isArray(schema["anyOf"])) return exampleOf(schema["anyOf"][0] as Schema);
  switch (schema["type"]) {
    case "boolean":
      return true;
    case "integer":
    case "number":
      return schema["minimum"] ?? 0;
    case "object":
      return {};
    case "null":
      return null;
    default:
      // Only the presence of the key counts.
      return "not" in schema ? true : "";
  }
}

/** The typed text as a value for the request; undefined if it is not JSON. */
export function typedValue(param: ParamText, typed: string): unknown {
  if (isPlainText(param)) return typed;
  try {
    return parseJson(typed);
  } catch {
    return undefined;
  }
}

const DOTS = "••••••";

/** JSON for display: indented, without secrets. */
export function shownJson(json: unknown, secrets: ReadonlySet<string>): string {
  return JSON.stringify(
    json,
    (name, value: unknown) => (secrets.has(name) && typeof value === "string" ? DOTS : value),
    2,
  );
}
