import {
  type AnyCall,
  type MethodName,
  methodDefinition,
  SCOPE_NAMES,
  SETTING_NAMES,
  wireKey,
} from "@pilothouse/protocol";
import { SECRET_VALUES, someName } from "../../../packages/protocol/src/secrets/testing/planted.js";

/** A secret under every name that holds one, and one of every form under names that say nothing. */
export const PLANTED = new Map([
  ...Object.values(SETTING_NAMES)
    .flatMap(({ secret }) => secret.map(someName))
    .map((name, n) => [name, `canaryword${n}`] as const),
  ...Object.values(SECRET_VALUES).map((value, n) => [`plain.setting.${n}`, value] as const),
]);
/** Part of every planted secret, also where it is encoded. */
const CANARY = /canary|ca0a41|Y2FuYXJ5|Q2FuYXJ5/i;
/** Where one is found, with what is around it. */
export const leaks = (text: string): string | undefined =>
  new RegExp(`.{0,60}(?:${CANARY.source}).{0,20}`, "i").exec(text)?.[0];
export const QUOTED = [...PLANTED].map(([name, value]) => `${name} = ${value}`);

export const BELOW = SCOPE_NAMES.filter((scope) => scope !== "all");

type Schema = { readonly enum?: readonly unknown[]; readonly type?: unknown };
const samples = ({ enum: choices, type }: Schema): readonly unknown[] =>
  choices ??
  { boolean: [true], integer: [0, 1, 2], number: [1], object: [{}], array: [[]] }[String(type)] ?? ["x"];

/** Calls of a method: as plain as can be, and with each parameter by itself. */
export function callsOf(method: MethodName): readonly object[] {
  const row = methodDefinition(method);
  if (row.shape === "reads" || row.shape === "sets")
    return [Object.fromEntries(Object.keys(row.bag).map((key) => [wireKey(row, key), null]))];
  if (row.shape === "acts") return [{}, ...Object.keys(row.bag).map((key) => ({ [key]: null }))];
  const rows = Object.entries((row as AnyCall).params);
  const least = Object.fromEntries(
    rows.flatMap(([key, { optional, type }]) => (optional ? [] : [[key, samples(type.schema)[0]]])),
  );
  return [
    least,
    ...rows.flatMap(([key, { type }]) => samples(type.schema).map((value) => ({ ...least, [key]: value }))),
  ];
}
