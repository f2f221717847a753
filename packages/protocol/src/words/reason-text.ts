import { type EventData, filled } from "./filled.js";
import { named, type Reason } from "./reason.js";
import { REASONS } from "./reasons.js";

/** In English, for command lines, logs and other clients. */
export const reasonText = ({ code, values }: Reason): string => filled(REASONS[code], values);

/** With its text, as results have it. */
export const codedTextOf = (why: Reason) => ({ text: reasonText(why), ...why });

export const textOfReason = (why: Reason | string): string =>
  typeof why === "string" ? why : reasonText(why);

/**
 * A reason as the value `name` of an event, a finding or another reason: its English text, and beside it its code
 * (`name.code`) and its own values (`name.…`). A plain text, which another program gave, has no code.
 */
export const reasonAs = (name: string, why: Reason | string): EventData =>
  named(name, why, textOfReason(why));
