import type { ReasonCode } from "@pilothouse/protocol";

/** A text for each reason of the service: a new one without a text does not compile. */
export type ReasonTexts = { readonly [C in ReasonCode]: string };
