import type { SETTING_REASONS, STATE_REASONS, VALUE_REASONS } from "@pilothouse/protocol";

/** A text for each reason of the service: a new one without a text does not compile. */
export type ReasonTexts = { readonly [C in keyof typeof STATE_REASONS]: string };
/** The same for what values should have been. */
export type ValueReasonTexts = {
  readonly [C in keyof (typeof VALUE_REASONS & typeof SETTING_REASONS)]: string;
};
