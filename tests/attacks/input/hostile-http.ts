import { among, below, type Chance } from "./hostile-bodies.js";

/** Requests that are wrong as HTTP already; each is said on a connection of its own. */

export interface Shape {
  readonly bytes: Buffer;
  /** A second request is hidden where only a parser that errs would find it. */
  readonly smuggles?: true;
}

export const MARK = "smuggled";
const CALL = `{"jsonrpc":"2.0","id":"${MARK}","method":"Echo","params":{}}`;
const head = (headers: readonly string[], path = "/jsonrpc/") =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers.map((line) => `${line}\r\n`).join("")}\r\n`;
const HIDDEN = head([`Content-Length: ${CALL.length}`]) + CALL;

const LENGTHS = [
  "Content-Length: 0",
  "Content-Length: 5",
  "content-length: 1",
  `Content-Length: ${HIDDEN.length}`,
];
const CODINGS = [
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: Chunked",
  "transfer-encoding: identity, chunked",
];
/** Each alone leaves two readings of where the body ends. */
const AMBIGUOUS = [
  ...[
    "Content-Length: 0, 5",
    "Content-Length: +0",
    "Content-Length : 0",
    "Content-Length: 0x0",
    "Content-Length: 0\nX: y",
  ],
  ...["Transfer-Encoding: chunked, identity", "Transfer-Encoding: chunkedx", "Transfer-Encoding: xchunked"],
  ...["Transfer-Encoding : chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity"],
];
const BAD_SIZES = ["0x0", "-1", "+5", "g", " 5", `${"0".repeat(20)}${"f".repeat(20)}`, "5;\n", "5 5"];

const shuffled = <T>(chance: Chance, items: readonly T[]): T[] =>
  chance() < 0.5 ? [...items] : [...items].reverse();

function smuggling(chance: Chance): Shape {
  const kind = chance();
  const shape = (headers: readonly string[], text: string): Shape => ({
    bytes: Buffer.from(head(headers) + text, "latin1"),
    smuggles: true,
  });
  if (kind < 0.3)
    return shape(shuffled(chance, [among(chance, LENGTHS), among(chance, CODINGS)]), `0\r\n\r\n${HIDDEN}`);
  if (kind < 0.5) return shape(shuffled(chance, ["Content-Length: 0", "Content-Length: 7"]), HIDDEN);
  if (kind < 0.8) return shape([among(chance, AMBIGUOUS)], `0\r\n\r\n${HIDDEN}`);
  return shape(["Transfer-Encoding: chunked"], `${among(chance, BAD_SIZES)}\r\n\r\n${HIDDEN}`);
}

/** The body is longer or shorter than was said, or comes in pieces of odd sizes. */
function misjudged(chance: Chance, body: Buffer): Shape {
  const kind = chance();
  if (kind < 0.6) {
    const length = Math.max(0, body.length + below(chance, 40) - 20);
    return { bytes: Buffer.concat([Buffer.from(head([`Content-Length: ${length}`])), body]) };
  }
  const pieces: Buffer[] = [Buffer.from(head(["Transfer-Encoding: chunked"]))];
  for (let from = 0; from < body.length; ) {
    const piece = body.subarray(from, from + 1 + below(chance, 300));
    const size = piece.length.toString(16);
    const written = among(chance, [size, size.toUpperCase(), `000${size}`, `${size};x=y`, `${size};x="a;b"`]);
    pieces.push(Buffer.from(`${written}\r\n`), piece, Buffer.from("\r\n"));
    from += piece.length;
  }
  pieces.push(Buffer.from(among(chance, ["0\r\n\r\n", "0\r\nX: y\r\n\r\n", "0\r\n", "", "000\r\n\r\n"])));
  return { bytes: Buffer.concat(pieces) };
}

const HEADERS = [
  ...[
    "__proto__: x",
    "constructor: x",
    "Expect: 100-continue",
    "Expect: x",
    "Connection: close",
    "Connection: upgrade",
  ],
  ...[
    "Upgrade: h2c",
    "Content-Encoding: gzip",
    "Content-Type: \xff",
    "Origin: null",
    "Sec-Fetch-Site: cross-site",
  ],
  ...[
    "X-Forwarded-For: 1.2.3.4",
    `X: ${"a".repeat(20_000)}`,
    "Accept-Language: *;q=0",
    "Host: evil.example",
    "TE: trailers",
  ],
];

/** A request with odd headers, with some bytes changed. */
function spoilt(chance: Chance, body: Buffer): Shape {
  const more = Array.from({ length: below(chance, 3) }, () => among(chance, HEADERS));
  const path = among(chance, [
    "/jsonrpc/",
    "/jsonrpc",
    "/",
    "/console/rpc",
    "/metrics",
    "/../jsonrpc/",
    "//",
    "*",
  ]);
  const headers = Buffer.from(head([...more, `Content-Length: ${body.length}`], path), "latin1");
  if (chance() < 0.5)
    for (let n = below(chance, 3); n >= 0; n--) headers[below(chance, headers.length)] = below(chance, 256);
  return { bytes: Buffer.concat([headers, body]) };
}

export function hostileHttp(chance: Chance, body: Buffer): Shape {
  const kind = chance();
  if (kind < 0.3) return smuggling(chance);
  if (kind < 0.6) return misjudged(chance, body);
  if (kind < 0.95) return spoilt(chance, body);
  return { bytes: Buffer.from(Array.from({ length: below(chance, 400) }, () => below(chance, 256))) };
}
