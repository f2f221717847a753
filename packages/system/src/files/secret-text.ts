import { isUtf8 } from "node:buffer";

/**
 * A secret as a file holds it, without the line's end that an editor adds. Bytes that are no text are refused: each
 * would become the same strange character, and nobody could type what was meant.
 */
export function secretText(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new Error("it holds bytes that are no UTF-8 text");
  return Buffer.from(bytes)
    .toString("utf8")
    .replace(/\r?\n$/, "");
}
