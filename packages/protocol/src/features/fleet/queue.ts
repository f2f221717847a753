import { extension, optional } from "../../kernel/shapes.js";
import { codedText } from "../../value-types/call-types.js";
import { choiceOf } from "../../value-types/setting-types.js";
import {
  count,
  integer,
  isObject,
  listOf,
  orNull,
  record,
  text,
  valueType,
} from "../../value-types/value-types.js";

const DAY = 86_400_000;
/** How long a call waits for its node by default. */
export const QUEUE_LIFE = DAY;

/** Waiting until the node is online; then what became of the call. */
export const QUEUED_STATES = ["waiting", "done", "failed", "expired", "cancelled"] as const;

const queued = record({
  id: text,
  node: text,
  method: text,
  /** The names of its parameters. */
  keys: listOf(text),
  by: text,
  queued: count,
  expires: count,
  state: choiceOf(QUEUED_STATES),
  outcome: orNull(text),
  coded: orNull(codedText),
  ended: orNull(count),
});
export type QueuedEntry = ReturnType<(typeof queued)["read"]>;

const params = valueType({
  type: "object",
  wants: "an object of named parameters",
  schema: { type: "object" },
  fits: isObject,
});

/** Calls for nodes that are offline. */
export const METHODS = {
  "fleet.queue": extension({
    scope: "read",
    description:
      "Lists calls that wait for their nodes, and what became of those of the last week. With `method`, adds one, which is carried out once, when the node is online. With `cancel`, ends one that waits.",
    params: {
      node: optional(text, "Name or id of the node; without `method`, only its calls are listed."),
      method: optional(
        text,
        "The method to call there. It must change something and need no more than the scope `settings`: what holds secrets does not wait here.",
      ),
      params: optional(params, "Its parameters, without a token."),
      lifetime: optional(integer(60_000, 30 * DAY), "Milliseconds for which it waits; default: a day."),
      cancel: optional(text, "Id of the call to end."),
    },
    result: {
      queue: {
        type: listOf(queued),
        description:
          "The calls, oldest first; `keys` are the names of their parameters, and `coded` is the outcome with its code, where it has one.",
      },
    },
  }),
} as const;

export const AUDIT = ["call queued", "queued call cancelled"] as const;
