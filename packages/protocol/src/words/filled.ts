export type EventValue = string | number | boolean;
/** What is known of an event, a finding or a reason: the values of its sentence. */
export type EventData = { readonly [name: string]: EventValue };

/**
 * A sentence with its values in it. Text in brackets is left out when one of its values is missing:
 * `filled("Version {now}[ (was {was})]", { now: "2" })` is "Version 2".
 */
export function filled(sentence: string, values: EventData): string {
  const known = (name: string | undefined) => name !== undefined && Object.hasOwn(values, name);
  return sentence
    .replaceAll(/\[([^[\]]*\{(\w+)\}[^[\]]*)\]/g, (_all, part: string, name: string) =>
      known(name) ? part : "",
    )
    .replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(known(name) ? values[name] : "?"));
}
