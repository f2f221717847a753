import type { ResultDefinition } from "../kernel/shapes.js";
import type { MethodName, Result } from "../tables/methods.js";
import { flag, isValueType } from "../value-types/value-types.js";
import { type Callable, type Checked, callableOf } from "./callable.js";

/** Compact JSON of a result, each value as its type prints it and each key as it was asked for. */
export function writeResult<M extends MethodName | Callable>(
  method: M,
  result: M extends MethodName ? Result<M> : unknown,
  asked: Checked["asked"],
): string {
  const { definition } = callableOf(method);
  const from = result as { readonly [key: string]: unknown };
  switch (definition.shape) {
    case "call":
      return isValueType(definition.result)
        ? definition.result.write(result)
        : writeRows(definition.result, from, asked);
    case "reads":
      return writeReading(asked, from);
    case "acts":
      return writeBag(asked, from);
    case "sets": {
      const { values, SettingsSaved, RestartNeeded, Revision } = from as unknown as Result<"NetworkSetting">;
      const reply = writeBag(
        asked,
        Object.fromEntries(
          asked.map(({ key }) => [key, (values as ReadonlyMap<string, string | null>).get(key) ?? null]),
        ),
      );
      const flags = `"SettingsSaved":${flag.write(SettingsSaved)},"RestartNeeded":${flag.write(RestartNeeded)}${Revision === undefined ? "" : `,"Revision":${Revision}`}}`;
      return reply === "{}" ? `{${flags}` : `${reply.slice(0, -1)},${flags}`;
    }
  }
}

/** What was last written of a reading. */
const written = new WeakMap<object, { readonly asked: Checked["asked"]; readonly text: string }>();

/** Many clients ask for the same keys of one reading, which never changes: the last text is kept for them. */
function writeReading(asked: Checked["asked"], from: { readonly [key: string]: unknown }): string {
  const last = written.get(from);
  if (last !== undefined && isSame(last.asked, asked)) return last.text;
  const text = writeBag(asked, from);
  written.set(from, { asked, text });
  return text;
}

const isSame = (a: Checked["asked"], b: Checked["asked"]): boolean =>
  a.length === b.length && a.every((spelled, index) => spelled === b[index]);

function writeBag(asked: Checked["asked"], from: { readonly [key: string]: unknown }): string {
  let body = "";
  for (const { key, label, write } of asked) {
    const value = from[key];
    if (value !== undefined) body += (body === "" ? label : `,${label}`) + write(value);
  }
  return `{${body}}`;
}

function writeRows(
  rows: { readonly [key: string]: ResultDefinition },
  from: { readonly [key: string]: unknown },
  asked: Checked["asked"],
): string {
  const spelling = new Map(asked.map(({ wire, key }) => [key, wire]));
  const parts = Object.entries(rows)
    .filter(([key]) => from[key] !== undefined)
    .map(([key, definition]) => `"${spelling.get(key) ?? key}":${definition.type.write(from[key])}`);
  return `{${parts.join(",")}}`;
}
