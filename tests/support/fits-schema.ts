interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

/** What in a value does not fit a JSON schema, of which this reads the words that the OpenRPC document uses. */
export function misfits(schema: Schema, value: unknown, at = "result"): string[] {
  const shown = `${at} is ${JSON.stringify(value)}`;
  if (schema.anyOf !== undefined)
    return schema.anyOf.some((one) => misfits(one, value, at).length === 0)
      ? []
      : [`${shown}: none of its kinds`];
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOf(type, value))) return [`${shown}, no ${types.join()}`];
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`${shown}, not in its list`];
  if (typeof value === "number")
    return value < (schema.minimum ?? value) || value > (schema.maximum ?? value) ? [`${shown}: bounds`] : [];
  if (typeof value === "string") return isText(schema, value) ? [] : [`${shown}: length or pattern`];
  if (Array.isArray(value))
    return value.flatMap((item, index) => misfits(schema.items ?? {}, item, `${at}[${index}]`));
  return typeof value === "object" && value !== null ? inFields(schema, value, at) : [];
}

const isText = (
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = "" }: Schema,
  text: string,
) => text.length >= minLength && text.length <= maxLength && new RegExp(pattern, "u").test(text);

function inFields(schema: Schema, fields: object, at: string): string[] {
  const { required = [], properties = {}, additionalProperties = true } = schema;
  const missing = required.filter((name) => !(name in fields)).map((name) => `${at}.${name} is missing`);
  const inside = Object.entries(fields).flatMap(([name, one]) => {
    const known = properties[name] ?? additionalProperties;
    if (typeof known === "object") return misfits(known, one, `${at}.${name}`);
    return known ? [] : [`${at}.${name} is unknown`];
  });
  return [...missing, ...inside];
}
