import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A line between a node and the bus that can be cut. */
export class BreakableLine {
  readonly #open = new Set<Socket>();
  #isCut = false;
  readonly #server = createServer({ noDelay: true }, (socket) => this.#join(socket));

  private constructor(private readonly to: number) {}

  static async to(port: number): Promise<BreakableLine> {
    const line = new BreakableLine(port);
    line.#server.listen(0, "127.0.0.1");
    await once(line.#server, "listening");
    return line;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  set isCut(isCut: boolean) {
    this.#isCut = isCut;
    if (isCut) for (const socket of this.#open) socket.destroy();
  }

  close(): void {
    this.isCut = true;
    this.#server.close();
  }

  #join(socket: Socket): void {
    if (this.#isCut) return void socket.destroy();
    const other = connect({ port: this.to, host: "127.0.0.1", noDelay: true });
    for (const [one, two] of [
      [socket, other],
      [other, socket],
    ] as const) {
      this.#open.add(one);
      one
        .on("error", () => {})
        .on("close", () => {
          this.#open.delete(one);
          two.destroy();
        });
      one.pipe(two);
    }
  }
}
