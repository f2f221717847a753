import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

export const MIB = 1024 * 1024;

/** Several gzip files in a row are one: half a gigabyte in half a megabyte. */
export const gzipBomb = (): Buffer => {
  const part = gzipSync(Buffer.alloc(16 * MIB));
  return Buffer.concat(Array.from({ length: 32 }, () => part));
};

/** Sends as long as somebody reads. */
export function sendForever(response: ServerResponse, piece: Buffer): void {
  while (!response.destroyed && response.write(piece));
  if (!response.destroyed) response.once("drain", () => sendForever(response, piece));
}

/** A byte every few milliseconds, without end. */
export function trickle(response: ServerResponse): void {
  const timer = setInterval(() => response.write(" "), 5);
  response.once("close", () => clearInterval(timer));
}

/** A server that was taken over: it answers every request in one way. */
export class HostileServer implements AsyncDisposable {
  /** Answers that are over: sent, or the client has ended the connection. */
  ended = 0;
  readonly #server: Server;

  private constructor(answer: (response: ServerResponse, request: IncomingMessage) => void) {
    this.#server = createServer((request, response) => {
      request.resume();
      response.on("error", () => {}).once("close", () => this.ended++);
      answer(response, request);
    });
  }

  static async open(
    answer: (response: ServerResponse, request: IncomingMessage) => void,
  ): Promise<HostileServer> {
    const opened = new HostileServer(answer);
    await once(opened.#server.listen(0, "127.0.0.1"), "listening");
    return opened;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** By how many MiB this process has grown during some work. */
export async function grownBy(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss;
  await work();
  return (process.memoryUsage().rss - before) / MIB;
}
