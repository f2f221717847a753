interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
}

const typeOf = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "array"
      : Number.isInteger(value)
        ? "integer"
        : typeof value;

/** What in a value does not fit a JSON schema, of which this reads the few words that ours uses. */
export function fitsSchema(schema: Schema, value: unknown, at = "report"): string[] {
  if (schema.type !== undefined && typeOf(value) !== schema.type) return [`${at} is no ${schema.type}`];
  if (schema.const !== undefined && value !== schema.const) return [`${at} is not ${schema.const}`];
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`${at} is ${JSON.stringify(value)}`];
  if (Array.isArray(value))
    return value.flatMap((item, index) => fitsSchema(schema.items ?? {}, item, `${at}[${index}]`));
  if (typeof value !== "object" || value === null) return [];
  const fields = value as { readonly [name: string]: unknown };
  const missing = (schema.required ?? [])
    .filter((name) => !(name in fields))
    .map((name) => `${at}.${name} is missing`);
  const inside = Object.entries(fields).flatMap(([name, one]) => {
    const known = schema.properties?.[name];
    if (known === undefined) return schema.additionalProperties === false ? [`${at}.${name} is unknown`] : [];
    return fitsSchema(known, one, `${at}.${name}`);
  });
  return [...missing, ...inside];
}
