import { type EventData, filled } from "@pilothouse/protocol";

/** A text in each form that a number needs in its language. */
type PluralForms = { readonly other: string } & { readonly [F in Intl.LDMLPluralRule]?: string };

/** Puts values into the placeholders of a text; of plural forms it takes the one for the value `count`. */
export type Fill = (text: string | PluralForms, values: EventData) => string;

export function makeFill(language: string): Fill {
  const rules = new Intl.PluralRules(language);
  return (text, values) => {
    const sentence = typeof text === "string" ? text : text[rules.select(Number(values["count"]))];
    return filled(sentence ?? (text as PluralForms).other, values);
  };
}

/** The name of what a button asks about first: without the dots at its end. */
export const withoutDots = (label: string): string => label.replace(/ ?…$/, "");
