/** A request as data: what differs from a plain POST of a body. */
export interface Send {
  /** The body, with variables like $TOKEN in it. Bytes that are no text are given as they are. */
  readonly body: string | Buffer;
  /** The method that it calls: a server may not have it. */
  readonly method?: string;
  readonly verb?: string;
  readonly version?: "1.0" | "1.1";
  /** Added to the usual ones, or in their place; null leaves one out. */
  readonly headers?: { readonly [name: string]: string | null };
  /** How the request is cut into pieces, and how its length is given. */
  readonly framing?: "chunked" | "two parts" | "drip" | "half";
  /** The same request so often on one connection, one after the other. */
  readonly times?: number;
  /** The connection is to stay open. */
  readonly keepAlive?: boolean;
  /** The server is given time to close the connection. */
  readonly untilClosed?: boolean;
  /** Added to the path of the address. */
  readonly query?: string;
  /** The newest TLS that is offered. */
  readonly tls?: "TLSv1.1";
  /** Actions are given more time; some answer only when they are done, and may take longer than that. */
  readonly patience?: "action" | "blocking";
}

const CRLF = "\r\n";

/** The request line and headers, in the order in which they are sent. */
function headLines(url: URL, send: Send, length: number): string[] {
  const { verb = "POST", version = "1.1", query = "" } = send;
  const usual: { [name: string]: string | null } = {
    Host: url.host,
    "Content-Type": "application/json",
    ...(send.framing === "chunked"
      ? { "Transfer-Encoding": "chunked" }
      : { "Content-Length": String(length) }),
    Connection: send.keepAlive ? "keep-alive" : "close",
  };
  // A header in other letters takes the place of the usual one.
  for (const name of Object.keys(send.headers ?? {}))
    for (const one of Object.keys(usual)) if (one.toLowerCase() === name.toLowerCase()) delete usual[one];
  const headers = Object.entries({ ...usual, ...send.headers }).filter(([, value]) => value !== null);
  return [
    `${verb} ${url.pathname}${url.search}${query} HTTP/${version}`,
    ...headers.map(
      ([name, value]) =>
        `${name}: ${(value ?? "").replace("$LENGTH", String(length)).replace("$HOST", url.host)}`,
    ),
  ];
}

function chunked(body: Buffer): Buffer {
  const middle = Math.ceil(body.length / 2);
  const pieces = [body.subarray(0, middle), body.subarray(middle)].filter((piece) => piece.length > 0);
  return Buffer.concat([
    ...pieces.flatMap((piece) => [Buffer.from(piece.length.toString(16) + CRLF), piece, Buffer.from(CRLF)]),
    Buffer.from(`0${CRLF}${CRLF}`),
  ]);
}

/** The bytes of a request, in the pieces in which they go out. */
export function partsOf(url: URL, send: Send, body: Buffer, length = body.length): Buffer[] {
  const head = Buffer.from([...headLines(url, send, length), "", ""].join(CRLF), "latin1");
  const sent = send.framing === "chunked" ? chunked(body) : body;
  const whole = Buffer.concat([head, sent]);
  if (send.framing === "half") return [whole.subarray(0, head.length + Math.floor(body.length / 2))];
  if (send.framing === "two parts") return [head, sent];
  if (send.framing === "drip") {
    const third = Math.ceil(whole.length / 3);
    return [whole.subarray(0, third), whole.subarray(third, 2 * third), whole.subarray(2 * third)];
  }
  return [whole];
}

/** A request for readers: the body alone where it is a plain POST, else all of it, with the length that it had. */
export function requestText(url: URL, send: Send, body: Buffer, length = body.length): string {
  const { body: _body, method: _method, patience: _patience, untilClosed: _until, ...how } = send;
  if (Object.keys(how).length === 0) return body.toString(typeof send.body === "string" ? "utf8" : "latin1");
  return Buffer.concat(partsOf(url, send, body, length))
    .toString("utf8")
    .repeat(send.times ?? 1);
}
