import type { IncomingHttpHeaders } from "node:http";

/** The head of a request of the plainest sort: one that every reader of HTTP takes to mean the same. */
export interface PlainHead {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The head as it was sent, with the empty line that ends it. */
  readonly bytes: Buffer;
  /** Of head and body together. */
  readonly size: number;
}

/** The headers that clients send and that the gates check. They do not change how a body is read. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set([
  ...["host", "content-type", "content-length", "connection", "user-agent"],
  ...["accept", "accept-language", "accept-encoding", "sec-fetch-mode"],
]);

const LINE_END = "\r\n";
const HEAD_END = LINE_END + LINE_END;
const REQUEST_LINE = /^POST (\/[a-z/]*) HTTP\/1\.1$/;
/** A name, then printable ASCII without blanks around it: no folding, no control characters, nothing empty. */
const HEADER = /^([A-Za-z-]+): ([!-~](?:[ -~]*[!-~])?)$/;
/** Longer ones are rare, and the last is kept for as long as its connection is. */
const MOST_HEAD = 2_048;
const LENGTH = /^[1-9][0-9]{0,6}$/;

/**
 * The head of a request, if these bytes hold the whole request with its body and nothing more. Undefined for
 * anything unusual. That may still be a valid request: Node's server decides.
 */
export function readPlainHead(bytes: Buffer): PlainHead | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1 || end > MOST_HEAD) return undefined;
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split(LINE_END);
  const path = REQUEST_LINE.exec(first)?.[1];
  const headers = readHeaders(lines);
  if (path === undefined || headers === undefined) return undefined;
  const size = end + HEAD_END.length + Number(headers["content-length"]);
  if (size !== bytes.length) return undefined;
  // A copy: the bytes it came in belong to a larger piece of memory.
  return { path, headers, bytes: Buffer.from(bytes.subarray(0, end + HEAD_END.length)), size };
}

const BEGINNING = /^[A-Z]{3,7} \//;
const EMPTY_LINE = /\n\r?\n/;

/** Whether these bytes are the beginning of a head, and the rest is to come. */
export function isBeginning(bytes: Buffer): boolean {
  if (bytes.length > MOST_HEAD) return false;
  const text = bytes.toString("latin1");
  return BEGINNING.test(text) && !EMPTY_LINE.test(text);
}

function readHeaders(lines: readonly string[]): IncomingHttpHeaders | undefined {
  const headers: { [name: string]: string } = Object.create(null);
  for (const line of lines) {
    const [, name = "", value = ""] = HEADER.exec(line) ?? [];
    const known = name.toLowerCase();
    if (!PLAIN_HEADERS.has(known) || known in headers) return undefined;
    headers[known] = value;
  }
  const { host, connection = "keep-alive", "content-length": length = "" } = headers;
  const plain = host !== undefined && connection.toLowerCase() === "keep-alive" && LENGTH.test(length);
  return plain ? headers : undefined;
}
