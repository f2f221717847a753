import { type EventData, filled } from "./filled.js";
import { REASONS, type ReasonCode } from "./reasons.js";

/** A reason for programs and for people: a row of the table, and its values. */
export interface Reason {
  readonly code: ReasonCode;
  readonly values: EventData;
}

export const reason = (code: ReasonCode, values: EventData = {}): Reason => ({ code, values });

/** In English, for command lines, logs and other clients. */
export const reasonText = ({ code, values }: Reason): string => filled(REASONS[code], values);

export const textOfReason = (why: Reason | string): string =>
  typeof why === "string" ? why : reasonText(why);

/**
 * A reason as the value `name` of an event, a finding or another reason: its English text, and beside it its code
 * (`name.code`) and its own values (`name.…`). A plain text, which another program gave, has no code.
 */
export function reasonAs(name: string, why: Reason | string): EventData {
  if (typeof why === "string") return { [name]: why };
  const own = Object.entries({ code: why.code, ...why.values });
  return {
    [name]: reasonText(why),
    ...Object.fromEntries(own.map(([key, value]) => [`${name}.${key}`, value])),
  };
}
