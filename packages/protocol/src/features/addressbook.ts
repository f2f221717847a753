import type { EventDefinitions } from "../kernel/definitions.js";
import { call, describe, extension, optional } from "../kernel/shapes.js";
import { destination, i2pName } from "../value-types/i2p-addresses.js";
import { choice } from "../value-types/setting-types.js";
import {
  anything,
  count,
  flag,
  integer,
  listOf,
  orNull,
  record,
  text,
  Unfit,
  type ValueType,
  valueType,
} from "../value-types/value-types.js";
import { reason } from "../words/reason.js";
import { addressReason } from "../words/value-reason.js";

const bookName = record({ name: text, address: text });
export type BookNameEntry = ReturnType<(typeof bookName)["read"]>;

const LONGEST_URL = 500;
/** Each is a line of a file, or a part of one with commas in between. */
const URL_FORM = /^http:\/\/[a-z0-9][a-z0-9.-]*(:[1-9]\d{0,4})?(\/[\w.~!$&'()*+;=:@%/?-]*)?$/;
const MOST = 100;

const subscription = valueType({
  type: "string",
  wants: addressReason("wants.subscription", { most: LONGEST_URL }),
  schema: { type: "string", pattern: "^http://", maxLength: LONGEST_URL },
  fits: (value): value is string =>
    typeof value === "string" && value.length <= LONGEST_URL && URL_FORM.test(value),
});

/* @__NO_SIDE_EFFECTS__ */
const someOf = <T>(type: ValueType<T>): ValueType<readonly T[]> => {
  const list = listOf(type);
  return {
    ...list,
    schema: { ...list.schema, maxItems: MOST },
    read(value) {
      if (Array.isArray(value) && value.length > MOST)
        throw new Unfit(reason("value.many", { most: MOST, count: value.length }));
      return list.read(value);
    },
  };
};

const interruption = record({ add: orNull(count), remove: orNull(count), subscribe: orNull(count) });

export const RESULTS = {
  "pilothouse.names": {
    names: { type: listOf(bookName) },
    total: { type: count },
    found: { type: orNull(record({ destination: text, address: text })) },
    removed: { type: listOf(bookName) },
    subscriptions: { type: listOf(text) },
    interruptsForMs: { type: interruption },
    saved: { type: flag },
  },
} as const;

export const METHODS = {
  AddressBook: call({
    guard: "token",
    scope: "settings",
    changes: true,
    extension: true,
    description: `Changes the address book of the router, as I2P proposal 170 (open; as of 2026-05-20) has it: adds a name, or removes one with \`Delete\`; or replaces the subscriptions. To list and to look up: pilothouse.names.`,
    params: {
      Type: optional(
        choice("private", "local", "router", "published"),
        "The book; routers here have one, `router`.",
      ),
      Hostname: optional(i2pName, "The name."),
      Destination: optional(
        text,
        "Where it leads to: a whole destination in I2P's Base64. Not looked at with `Delete`.",
      ),
      Delete: optional(anything, "Removes the name instead, whatever the value is."),
      SetSubscriptions: optional(someOf(subscription), "Replaces all subscriptions."),
      SetConfig: optional(anything, "Of the proposal, and refused: routers here have no such file."),
    },
    result: {
      success: { type: flag, description: "Whether it was done." },
      message: { type: text, description: "What was done, or how the router failed at it." },
    },
    others: "refused",
  }),
  "pilothouse.names": extension({
    scope: "read",
    description:
      "The address book of the router: lists it in pages, looks a name up, adds and removes names, and replaces the subscriptions. What is answered as added leads there.",
    params: {
      search: optional(text, "Only names that hold this text."),
      after: optional(text, "Only names after this one: the last of the page before."),
      limit: optional(integer(0, 1_000), "How many at most; 100."),
      lookup: optional(text, "A name or a .b32.i2p address, which the router is asked for."),
      add: optional(
        record({ name: i2pName, destination }),
        "Adds a name. One that leads somewhere else has to be removed first.",
        { scope: "settings", changes: true },
      ),
      remove: optional(someOf(i2pName), "Removes names.", { scope: "settings", changes: true }),
      subscribe: optional(someOf(subscription), "Replaces all subscriptions.", {
        scope: "settings",
        changes: true,
      }),
    },
    result: describe(RESULTS, "pilothouse.names", {
      names: "In order of the alphabet.",
      total: "How many names hold the text, on all pages.",
      found: "With `lookup`: where it leads to; null if the router does not know it.",
      removed: "With `remove`: the names that were there, and where they led.",
      subscriptions: "Where the router gets further names from.",
      interruptsForMs: "For about how long each change interrupts the router; null: not at all.",
      saved: "Whether anything was changed.",
    }),
  }),
} as const;

export const EVENTS = {
  "names.added": {
    severity: "info",
    description: "{by} added {name} to the address book.",
    data: ["by", "name", "address"],
  },
  "names.removed": {
    severity: "info",
    description: "{by} removed from the address book: {names}.",
    data: ["by", "names"],
  },
  "names.subscribed": {
    severity: "info",
    description: "{by} changed the subscriptions of the address book.",
    data: ["by"],
  },
} as const satisfies EventDefinitions;

export const AUDIT = ["name added", "names removed", "subscriptions changed"] as const;
