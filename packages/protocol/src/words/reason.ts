import type { EventData } from "./filled.js";
import type { ReasonCode } from "./reasons.js";

/** A reason for programs and for people: a code of `REASONS`, and the values of its sentence. */
export interface Reason<C extends ReasonCode = ReasonCode> {
  readonly code: C;
  readonly values: EventData;
}

/* @__NO_SIDE_EFFECTS__ */
export const reason = <C extends ReasonCode>(code: C, values: EventData = {}): Reason<C> => ({
  code,
  values,
});

/** A reason as the value `name` of another one, with its text: its code is `name.code`, its values are `name.…`. */
export function named(name: string, why: Reason | string, text: string): EventData {
  const parts = typeof why === "string" ? [] : Object.entries({ code: why.code, ...why.values });
  return { [name]: text, ...Object.fromEntries(parts.map(([key, value]) => [`${name}.${key}`, value])) };
}
