/** A run of digits counts as a number: first how long that is, then its digits. */
const asNumber = (digits: string): string => {
  const number = digits.replace(/^0+(?=.)/, "");
  return String.fromCharCode("0".charCodeAt(0) + Math.min(number.length, MOST_DIGITS)) + number;
};
/** Names that begin with longer numbers stay before letters. */
const MOST_DIGITS = 40;

/** A text by which names are in the order that people expect: node-2 before node-10. No two names have the same. */
export const orderOf = (name: string): string => `${name.replace(/\d+/g, asNumber)}\0${name}`;

export const byName = (one: string, other: string): number => (orderOf(one) < orderOf(other) ? -1 : 1);
