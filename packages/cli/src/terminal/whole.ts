import { Complaint, EXIT } from "./exit.js";

/** A whole number as a person types it for an option. */
export function wholeFrom(option: string, text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new Complaint(`${option} wants a whole number, got ${JSON.stringify(text)}`, EXIT.usage);
}
