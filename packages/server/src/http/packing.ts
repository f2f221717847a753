import type { IncomingHttpHeaders } from "node:http";
import { gzip } from "node:zlib";

/** Characters from which on compression pays, such as a page of a fleet's nodes. */
const COMPRESS_FROM = 32_768;

export const isWorthPacking = (text: string, headers: IncomingHttpHeaders): boolean =>
  text.length >= COMPRESS_FROM &&
  /(?:^|[,\s])gzip(?:\s*(?:,|$))/i.test(String(headers["accept-encoding"] ?? ""));

/** On another thread. No reply of that length has both a secret and text that a stranger chose (BREACH). */
export function pack(text: string, send: (packed: Buffer | undefined) => void): void {
  gzip(text, { level: 1 }, (error, packed) => send(error === null ? packed : undefined));
}

export const PACKED: readonly string[] = ["Content-Encoding", "gzip"];
