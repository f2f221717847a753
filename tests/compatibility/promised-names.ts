/** What a client may rely on, one line for each: what docs/writing-a-client.md promises to keep. */

interface Schema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly "x-also"?: string;
}

export interface OpenRpc {
  readonly methods: readonly {
    readonly name: string;
    readonly params: readonly {
      readonly name: string;
      readonly required?: boolean;
      readonly schema: Schema;
      readonly "x-also"?: string;
    }[];
    readonly result: { readonly schema: Schema };
  }[];
  readonly components: { readonly errors: { readonly [name: string]: { readonly code: number } } };
}

/** "integer", "null|string"; "any" where the document says nothing. */
const typeOf = ({ type, anyOf = [] }: Schema): string =>
  [...new Set(anyOf.length > 0 ? anyOf.map(typeOf) : [type ?? "any"].flat())].sort().join("|");

/** Lines of what is below a name; an optional part is marked, since it may become a certain one but not the reverse. */
function linesOf(at: string, schema: Schema): string[] {
  const below = [schema, ...(schema.anyOf ?? [])].flatMap(({ properties = {}, required = [], items }) => [
    ...Object.entries(properties).flatMap(([name, one]) =>
      [name, one["x-also"]].flatMap((spelling) =>
        spelling === undefined ? [] : linesOf(`${at}.${spelling}${required.includes(name) ? "" : "?"}`, one),
      ),
    ),
    ...(items === undefined ? [] : linesOf(`${at}[]`, items)),
  ]);
  return [`${at}: ${typeOf(schema)}`, ...below];
}

export const namesOf = ({ methods, components }: OpenRpc): string[] => [
  ...methods.flatMap(({ name, params, result }) => [
    ...params.flatMap(({ name: param, required, schema, "x-also": also }) =>
      [param, also].flatMap((spelling) =>
        spelling === undefined ? [] : [`${name} takes ${spelling}${required ? "" : "?"}: ${typeOf(schema)}`],
      ),
    ),
    ...linesOf(`${name} answers`, result.schema),
  ]),
  ...Object.values(components.errors).map(({ code }) => `error ${code}`),
];

/** Those of an earlier version that are gone. A param may become optional, or take anything; an answer may become certain. */
export function broken(earlier: readonly string[], now: readonly string[]): string[] {
  const there = new Set(now);
  const methods = new Set(earlier.map((line) => line.split(" ")[0]));
  const known = new Set(earlier.map((line) => line.replace(/\?: |: /, ": ").split(": ")[0]));
  const alternatives = (line: string): string[] => {
    if (!line.includes(" takes ")) return [line, line.replaceAll("?", "")];
    const optional = line.replace(/\??: /, "?: ");
    return [line, optional, ...[line, optional].map((one) => one.replace(/: .*/, ": any"))];
  };
  return [
    ...earlier.filter((line) => !alternatives(line).some((one) => there.has(one))).map((line) => `- ${line}`),
    ...now
      .filter((line) => / takes [^?]*: /.test(line) && methods.has(line.split(" ")[0] ?? ""))
      .filter((line) => !known.has(line.split(": ")[0] ?? ""))
      .map((line) => `+ ${line}`),
  ];
}
