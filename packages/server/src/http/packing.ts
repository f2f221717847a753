import type { IncomingHttpHeaders } from "node:http";
import { gzip } from "node:zlib";

/** Characters from which on compression pays, such as a page of a fleet's nodes. */
const COMPRESS_FROM = 32_768;
/** Passwords and files are worked on by the same few threads: who asks for many long answers must not have them all. */
const MOST_AT_ONCE = 2;

export const isWorthPacking = (text: string, headers: IncomingHttpHeaders): boolean =>
  text.length >= COMPRESS_FROM &&
  /(?:^|[,\s])gzip(?:\s*(?:,|$))/i.test(String(headers["accept-encoding"] ?? ""));

let atOnce = 0;

/**
 * On another thread, or not at all while others are being packed: then `send` gets nothing. Of replies of that length,
 * only all settings for the scope `all` have secrets and text that others chose (BREACH); see docs/threat-model.md.
 */
export function pack(text: string, send: (packed: Buffer | undefined) => void): void {
  if (atOnce >= MOST_AT_ONCE) {
    send(undefined);
    return;
  }
  atOnce++;
  gzip(text, { level: 1 }, (error, packed) => {
    atOnce--;
    send(error === null ? packed : undefined);
  });
}

export const PACKED: readonly string[] = ["Content-Encoding", "gzip"];
