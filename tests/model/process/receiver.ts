import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Notice } from "../port/system.js";

/** A receiver of webhooks on this machine. */
export class Receiver {
  readonly got: Notice[] = [];
  refuses = false;
  readonly #server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (this.refuses) response.statusCode = 503;
    else this.got.push(JSON.parse(body) as Notice);
    response.end();
  });

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(0, "127.0.0.1");
    await once(receiver.#server, "listening");
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
