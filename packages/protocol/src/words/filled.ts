export type EventValue = string | number | boolean;
/** What is known of an event, a finding or a reason: the values of its sentence. */
export type EventData = { readonly [name: string]: EventValue };

/** A sentence of a row with its values in it. Text in brackets is left out when one of its values is missing. */
export function filled(sentence: string, values: EventData): string {
  const known = (name: string | undefined) => name !== undefined && Object.hasOwn(values, name);
  return sentence
    .replaceAll(/\[([^[\]]*\{(\w+)\}[^[\]]*)\]/g, (_all, part: string, name: string) =>
      known(name) ? part : "",
    )
    .replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(known(name) ? values[name] : "?"));
}
