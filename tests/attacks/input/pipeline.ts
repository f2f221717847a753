import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as tlsConnect } from "node:tls";
import type { Heard } from "./judgement.js";

/** A connection that is kept, on which requests follow each other without waiting for answers. */

const at = (url: string) => ({ host: "127.0.0.1", port: Number(new URL(url).port) });
const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "0\r\n\r\n";

export class Pipeline {
  #rest: Buffer = Buffer.alloc(0);
  #heard: Heard[] = [];
  #ended = false;
  #wake = () => {};

  private constructor(readonly socket: Socket) {
    socket.on("data", (chunk: Buffer) => {
      this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
      this.#take();
      this.#wake();
    });
    const over = () => {
      this.#ended = true;
      this.#wake();
    };
    socket.on("error", over).on("close", over);
  }

  static async open(url: string): Promise<Pipeline> {
    const secure = new URL(url).protocol === "https:";
    const socket = secure ? tlsConnect({ ...at(url), rejectUnauthorized: false }) : connect(at(url));
    await once(socket, secure ? "secureConnect" : "connect");
    return new Pipeline(socket);
  }

  /** Sends the bodies at once and waits for as many answers; fewer come when the other side hangs up. */
  async exchange(bodies: readonly Buffer[]): Promise<readonly Heard[]> {
    this.socket.write(
      Buffer.concat(
        bodies.flatMap((body) => [
          Buffer.from(`POST /jsonrpc/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`),
          body,
        ]),
      ),
    );
    return this.#hear(bodies.length);
  }

  /** Sends these bytes and the end of the stream, and reads all answers. */
  async sayAll(bytes: Uint8Array): Promise<{ readonly heard: readonly Heard[]; readonly rest: string }> {
    this.socket.end(bytes);
    const heard = await this.#hear(Number.POSITIVE_INFINITY);
    return { heard, rest: this.#rest.toString("latin1") };
  }

  close(): void {
    this.socket.destroy();
  }

  async #hear(count: number): Promise<readonly Heard[]> {
    while (this.#heard.length < count && !this.#ended)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const heard = this.#heard;
    this.#heard = [];
    return heard;
  }

  /** Takes whole answers off the received bytes. Ours have a length; Node's own have no body, or an empty chunk. */
  #take(): void {
    for (;;) {
      const end = this.#rest.indexOf(HEAD_END);
      if (end === -1) return;
      const headers = this.#rest.toString("latin1", 0, end);
      const chunked = /^transfer-encoding: chunked\r?$/im.test(headers);
      const length = chunked
        ? LAST_CHUNK.length
        : Number(/^content-length: (\d+)\r?$/im.exec(headers)?.[1] ?? 0);
      const from = end + HEAD_END.length;
      if (this.#rest.length < from + length) return;
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(headers)?.[1]);
      const said = this.#rest.toString("utf8", from, from + length);
      const body = chunked && said === LAST_CHUNK ? "" : said;
      // "100 Continue" is no answer yet.
      if (status !== 100) this.#heard.push({ status, headers, body });
      this.#rest = this.#rest.subarray(from + length);
    }
  }
}
