import {
  choice,
  count,
  flag,
  isObject,
  listOf,
  parseJson,
  ROLE_NAMES,
  ROLLOUT_KINDS,
  record,
  text,
  type ValueType,
  valueType,
} from "@pilothouse/protocol";

const object = valueType({ type: "object", wants: "an object", schema: {}, fits: isObject });
const texts = valueType({
  type: "object",
  wants: "an object of texts",
  schema: {},
  fits: (value): value is object =>
    isObject(value) && Object.values(value).every((one) => typeof one === "string"),
});

/**
 * What the documents of the state must have, so that a hub can work with them. Only that: a document of an earlier
 * version, or of a later one, must not count as damaged.
 */
const SHAPES: { readonly [kind: string]: ValueType<unknown> } = {
  node: record({ name: text, labels: texts, joined: count }),
  waiting: record({ name: text, labels: texts, since: count, invitation: text }),
  revoked: record({ at: count }),
  name: record({ node: text }),
  invitation: record({
    ...{ id: text, labels: texts, uses: count, used: listOf(text), created: count, expires: count },
    ...{ wait: flag, by: text },
  }),
  operator: record({ role: choice(...ROLE_NAMES), labels: texts, hash: text, created: count }),
  queue: record({ method: text, params: object, by: text, queued: count, expires: count, state: text }),
  graceful: record({ action: text, grant: object, until: count }),
  rollout: record({
    ...{ id: text, kind: choice(...ROLLOUT_KINDS), by: text, created: count, labels: texts, status: text },
    ...{ lease: record({ hub: text, epoch: count }), beat: count, progress: text },
    ...{ flights: object, reasons: object, strategy: object },
  }),
  "last-rollout": record({ id: text, at: count }),
  template: record({ text, by: text, at: count }),
  seen: object,
  hub: record({ machine: text, at: count }),
};
/** Not JSON. */
const PLAN_NODES = /^[A-Z0-9-]+(\n[A-Z0-9-]+)*$/;

export const KINDS_OF_DOCUMENTS: readonly string[] = [...Object.keys(SHAPES), "plan"];

/** What a document says, if it is JSON of a known kind, or what is wrong with it, for people. */
export function readSound(
  key: string,
  text: string,
): { readonly document?: unknown; readonly damage?: string } {
  const [what = "", , part] = key.split("/");
  if (what === "plan")
    return part === "document" || PLAN_NODES.test(text) ? {} : { damage: "it is not a list of nodes" };
  const shape = SHAPES[what];
  if (shape === undefined) return {};
  try {
    const document = parseJson(text);
    shape.read(document);
    return { document };
  } catch (error) {
    return { damage: (error as Error).message };
  }
}

/** Undefined when it can be used. */
export const damageOf = (key: string, text: string): string | undefined => readSound(key, text).damage;
