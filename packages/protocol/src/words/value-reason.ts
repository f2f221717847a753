import { type EventData, filled } from "./filled.js";
import { named, type Reason } from "./reason.js";
import { ADDRESS_REASONS } from "./refusals/address-reasons.js";
import { VALUE_REASONS } from "./value-reasons.js";

/**
 * What a value should have been. Its text comes from a table of its own, so that a page need not load all reasons to
 * check a value.
 */
export type ValueReason = Reason<keyof typeof VALUE_REASONS> | (AddressReason & { readonly text: string });
type AddressReason = Reason<keyof typeof ADDRESS_REASONS>;

/** One of the table that is apart, with its text: a program that has no such values does not load that table. */
/* @__NO_SIDE_EFFECTS__ */
export const addressReason = (code: AddressReason["code"], values: EventData = {}): ValueReason => ({
  ...{ code, values },
  text: filled(ADDRESS_REASONS[code], values),
});

/* @__NO_SIDE_EFFECTS__ */
export const valueText = (why: string | ValueReason): string =>
  typeof why === "string" ? why : "text" in why ? why.text : filled(VALUE_REASONS[why.code], why.values);

/** As `reasonAs`. */
/* @__NO_SIDE_EFFECTS__ */
export const valueAs = (name: string, why: string | ValueReason): EventData =>
  named(name, why, valueText(why));
