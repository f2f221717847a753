import { reason } from "../words/reason.js";
import { valueAs, valueText } from "../words/value-reason.js";
import { isObject, shown, Unfit, type ValueType, valueType } from "./value-types.js";

const NODE_NAME = /^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/;

/** Names of nodes stand in addresses and commands, so they look like host names. */
export const isNodeName = (value: unknown): value is string =>
  typeof value === "string" && NODE_NAME.test(value);

export const nodeName = valueType({
  type: "string",
  wants: reason("wants.nodeName"),
  schema: { type: "string", pattern: NODE_NAME.source },
  fits: isNodeName,
});

/** What operators sort nodes by: `site=ams`. */
export type Labels = { readonly [key: string]: string };
/** New values by key; null removes a label. */
export type LabelChanges = { readonly [key: string]: string | null };

const LABEL_KEY = /^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/;
const LABEL_VALUE = /^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const MOST_LABELS = 32;
const someLabels = reason("wants.labels", { most: MOST_LABELS });
const WANTS = valueText(someLabels);
const wanted = valueAs("wants", someLabels);

function readLabels<V extends string | null>(value: unknown, nulls: boolean): { readonly [key: string]: V } {
  if (!isObject(value)) throw new Unfit(`wants an object of labels, got ${shown(value)}`);
  const entries = Object.entries(value);
  if (entries.length > MOST_LABELS)
    throw new Unfit(reason("labels.many", { most: MOST_LABELS, count: entries.length }));
  for (const [key, one] of entries) {
    if (!LABEL_KEY.test(key)) throw new Unfit(reason("labels.key", { ...wanted, name: shown(key) }));
    const fits = (nulls && one === null) || (typeof one === "string" && LABEL_VALUE.test(one));
    if (!fits) throw new Unfit(reason("labels.value", { ...wanted, name: key, got: shown(one) }));
  }
  return value as { readonly [key: string]: V };
}

export const labels: ValueType<Labels> = {
  type: "object",
  wants: WANTS,
  schema: {
    type: "object",
    propertyNames: { pattern: LABEL_KEY.source },
    additionalProperties: { type: "string", pattern: LABEL_VALUE.source },
    maxProperties: MOST_LABELS,
  },
  read: (value) => readLabels<string>(value, false),
  write: JSON.stringify,
};

export const labelChanges: ValueType<LabelChanges> = {
  ...labels,
  wants: `${WANTS}; null removes one`,
  schema: {
    ...labels.schema,
    additionalProperties: { anyOf: [{ type: "string", pattern: LABEL_VALUE.source }, { type: "null" }] },
  },
  read: (value) => readLabels<string | null>(value, true),
};

/** The same values of many things, one list for each: a table that is small on the wire. */
export type Columns<C> = {
  readonly [N in keyof C]?: readonly (C[N] extends ValueType<infer T> ? T : never)[];
};

/* @__NO_SIDE_EFFECTS__ */
export function columnsOf<C extends { readonly [name: string]: ValueType<unknown> }>(
  columns: C,
): ValueType<Columns<C>> {
  const read = (value: unknown): Columns<C> => {
    if (!isObject(value)) throw new Unfit(`wants an object of columns, got ${shown(value)}`);
    const found = Object.entries(columns).filter(([name]) => Object.hasOwn(value, name));
    return Object.fromEntries(
      found.map(([name, { read: readOne }]) => {
        const list = value[name];
        if (!Array.isArray(list)) throw new Unfit(`wants a list as ${name}, got ${shown(list)}`);
        return [name, list.map(readOne)];
      }),
    ) as unknown as Columns<C>;
  };
  return {
    type: "object",
    wants: "an object of columns, each a list",
    schema: {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(columns).map(([name, { schema }]) => [name, { type: "array", items: schema }]),
      ),
    },
    read,
    write: JSON.stringify,
  };
}
