/** One HTTP reply, as it came. */
export interface HttpReply {
  readonly status: number;
  readonly version: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Ways in which it breaks the rules of HTTP, although it could be read. */
  readonly flaws: string[];
}

export const headerOf = (reply: HttpReply, name: string): string | undefined =>
  reply.headers.find(([one]) => one.toLowerCase() === name)?.[1];

const HEAD_LIMIT = 65_536;

/** What came is no HTTP, or more than the kit takes. */
export class Unusable extends Error {}
/** What came breaks the rules of HTTP so that it cannot be read. */
export class Malformed extends Unusable {}

interface Head {
  readonly status: number;
  readonly version: string;
  readonly headers: HttpReply["headers"];
  readonly flaws: string[];
  readonly bodyAt: number;
}

/** Reads replies from the bytes of one connection, which come in pieces of any size. */
export class ReplyReader {
  readonly replies: HttpReply[] = [];
  #bytes = Buffer.alloc(4_096);
  #length = 0;
  #start = 0;
  #head: Head | undefined;
  #chunkAt = 0;
  #chunks: Buffer[] = [];

  constructor(
    readonly limit: number,
    readonly method = "POST",
  ) {}

  /** Bytes that belong to no reply that has ended. */
  get rest(): Buffer {
    return this.#bytes.subarray(this.#start, this.#length);
  }

  push(piece: Buffer): void {
    while (this.#length + piece.length > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)]);
    piece.copy(this.#bytes, this.#length);
    this.#length += piece.length;
    if (this.#length - this.#start > this.limit + HEAD_LIMIT)
      throw new Unusable(`the reply is longer than ${this.limit} bytes, and was cut off`);
    while (this.#step());
  }

  /** The connection has ended: a reply without a length ends with it. */
  end(): void {
    if (this.#head === undefined) {
      if (this.#length > this.#start && this.replies.length === 0)
        throw new Malformed("the connection was closed within the head of the reply");
      return;
    }
    const { headers } = this.#head;
    const framed = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
    if (framed) this.#head.flaws.push("the connection was closed before the reply was complete");
    this.#finish(Buffer.concat([...this.#chunks, this.#rawBody()]), this.#length);
  }

  #rawBody(): Buffer {
    return this.#bytes.subarray(Math.max(this.#head?.bodyAt ?? 0, this.#chunkAt), this.#length);
  }

  #finish(body: Buffer, next: number): void {
    const head = this.#head;
    if (head === undefined) return;
    const { status, version, headers, flaws } = head;
    this.#start = next;
    this.#head = undefined;
    this.#chunks = [];
    this.#chunkAt = 0;
    // 100 Continue and its like come before the reply.
    if (status >= 200) this.replies.push({ status, version, headers, body: Buffer.from(body), flaws });
  }

  /** Takes one more part out of what has come; false when it needs more bytes. */
  #step(): boolean {
    if (this.#head === undefined) return this.#readHead();
    const head = this.#head;
    const values = (name: string) =>
      head.headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value.trim());
    const empty = this.method === "HEAD" || head.status === 204 || head.status === 304 || head.status < 200;
    if (empty) {
      this.#finish(Buffer.alloc(0), head.bodyAt);
      return true;
    }
    if (values("transfer-encoding").some((value) => /chunked$/i.test(value))) return this.#readChunk();
    const [length, ...others] = values("content-length");
    if (length === undefined) return false;
    if (!/^\d{1,15}$/.test(length) || others.some((one) => one !== length))
      throw new Malformed(`Content-Length is ${JSON.stringify([length, ...others].join(", "))}`);
    if (Number(length) > this.limit)
      throw new Unusable(`the reply announces ${length} bytes; the kit takes ${this.limit}`);
    const end = head.bodyAt + Number(length);
    if (this.#length < end) return false;
    this.#finish(this.#bytes.subarray(head.bodyAt, end), end);
    return true;
  }

  #readHead(): boolean {
    // Search only what can hold a head, so that a drip of bytes costs little.
    const window = this.#bytes.subarray(this.#start, Math.min(this.#length, this.#start + HEAD_LIMIT));
    const at = window.indexOf("\r\n\r\n");
    const bare = at < 0 ? window.indexOf("\n\n") : -1;
    if (at < 0 && bare < 0) {
      if (window.length >= HEAD_LIMIT)
        throw new Unusable(`the head of the reply is over ${HEAD_LIMIT} bytes`);
      if (window.length > 4 && !window.subarray(0, 5).equals(Buffer.from("HTTP/")))
        throw new Malformed("the reply does not begin with HTTP/");
      return false;
    }
    const end = at < 0 ? bare : at;
    const flaws = at < 0 ? ["lines of the head end without CR"] : [];
    const [first = "", ...lines] = window.subarray(0, end).toString("latin1").split(/\r?\n/);
    const [, version, status] = /^HTTP\/(1\.[01]) (\d{3})(?: |$)/.exec(first) ?? [];
    if (version === undefined || status === undefined)
      throw new Malformed(`the status line is ${JSON.stringify(first)}`);
    const headers = lines.map((line): readonly [string, string] => {
      const colon = line.indexOf(":");
      if (colon < 1 || /\s/.test(line.slice(0, colon)))
        flaws.push(`a header line is ${JSON.stringify(line)}`);
      return [line.slice(0, Math.max(colon, 0)), line.slice(colon + 1).trim()];
    });
    const names = headers.map(([name]) => name.toLowerCase());
    if (names.includes("content-length") && names.includes("transfer-encoding"))
      flaws.push("it has both Content-Length and Transfer-Encoding");
    const bodyAt = this.#start + end + (at < 0 ? 2 : 4);
    this.#head = { status: Number(status), version, headers, flaws, bodyAt };
    return true;
  }

  #readChunk(): boolean {
    const head = this.#head;
    if (head === undefined) return false;
    const from = Math.max(this.#chunkAt, head.bodyAt);
    const lineEnd = this.#bytes.subarray(from, Math.min(this.#length, from + 1_024)).indexOf("\r\n");
    if (lineEnd < 0) {
      if (this.#length - from >= 1_024) throw new Malformed("a chunk has no size");
      return false;
    }
    const line = this.#bytes.subarray(from, from + lineEnd).toString("latin1");
    const size = /^([0-9a-f]{1,8})\s*(;.*)?$/i.exec(line)?.[1];
    if (size === undefined)
      throw new Malformed(`the size of a chunk is ${JSON.stringify(line.slice(0, 40))}`);
    const bytes = Number.parseInt(size, 16);
    const dataAt = from + lineEnd + 2;
    const end = dataAt + bytes;
    if (this.#length < end + 2) return false;
    if (bytes > 0) this.#chunks.push(Buffer.from(this.#bytes.subarray(dataAt, end)));
    if (!this.#bytes.subarray(end, end + 2).equals(Buffer.from("\r\n"))) {
      if (bytes > 0) throw new Malformed("a chunk is not as long as it says");
      head.flaws.push("the last chunk is not followed by an empty line");
    }
    this.#chunkAt = end + 2;
    if (bytes === 0) this.#finish(Buffer.concat(this.#chunks), this.#chunkAt);
    return true;
  }
}
