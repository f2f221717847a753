import { connect, type Socket } from "node:net";

/** Those who keep places by being slow: silent, or a byte now and then of headers, a body or a handshake. */

const EVERY_MS = 400;
const HEADERS = "POST /jsonrpc/ HTTP/1.1\r\nHost: localhost\r\n";
/** The beginning of a TLS client's first record, which says that much more will come. */
const HELLO = Buffer.from("16030102000100", "hex");

export class SlowCrowd {
  readonly heard: string[] = [];
  readonly #sockets = new Set<Socket>();
  #over = false;

  constructor(http: string, https: string, ofEach: number) {
    for (let n = 0; n < ofEach; n++) {
      this.#come(http, "", "");
      this.#come(http, HEADERS, "X");
      this.#come(http, `${HEADERS}Content-Length: 100000\r\n\r\n`, "[");
      this.#come(https, "", "");
      this.#come(https, HELLO, "\0");
    }
  }

  /** All leave; the answers they got in the meantime are in `heard`. */
  end(): void {
    this.#over = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Comes again as soon as it is sent away. */
  #come(url: string, first: string | Buffer, then: string): void {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    this.#sockets.add(socket);
    let received = "";
    socket.on("data", (chunk) => (received += chunk.toString("latin1"))).on("error", () => {});
    if (first !== "") socket.write(first);
    const dribble = then === "" ? undefined : setInterval(() => socket.write(then), EVERY_MS);
    socket.once("close", () => {
      clearInterval(dribble);
      this.#sockets.delete(socket);
      if (this.#over) return;
      this.heard.push(received);
      this.#come(url, first, then);
    });
  }
}
