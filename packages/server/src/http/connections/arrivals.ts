import type { Socket } from "node:net";
import { every } from "@pilothouse/system";

/** So many connections of one address begin at once, more than a browser or a script opens. */
const BURST = 64;
/** And from then on one in this time. Beginning one costs a handshake; letting it wait costs a tenth of that. */
const EVERY_MS = 10;

interface Arriving {
  /** How many may still begin at once. */
  left: number;
  readonly waiting: Set<Socket>;
}

/**
 * Connections as they arrive. Those of an address that opens very many wait unread and begin one after the other, so
 * that whoever comes behind them in the system's queue waits for their arrival only, not for their handshakes.
 */
export class Arrivals {
  readonly #owners = new Map<string, Arriving>();
  #stop: (() => Promise<void>) | undefined;

  constructor(readonly begin: (socket: Socket) => void) {}

  come(owner: string, socket: Socket): void {
    const arriving = this.#of(owner);
    const { waiting } = arriving;
    if (arriving.left > 0) {
      arriving.left--;
      this.begin(socket);
    } else {
      waiting.add(socket);
      socket.once("close", () => waiting.delete(socket));
    }
  }

  /** Those that wait are ended. */
  close(): void {
    this.#rest();
    for (const { waiting } of this.#owners.values()) for (const socket of waiting) socket.destroy();
    this.#owners.clear();
  }

  #of(owner: string): Arriving {
    const known = this.#owners.get(owner);
    if (known !== undefined) return known;
    this.#stop ??= every(EVERY_MS, () => this.#next());
    const arriving = { left: BURST, waiting: new Set<Socket>() };
    this.#owners.set(owner, arriving);
    return arriving;
  }

  /** Each address may begin one more. One that has not come for a while is forgotten. */
  #next(): void {
    for (const [owner, arriving] of this.#owners) {
      const [first] = arriving.waiting;
      if (first === undefined) arriving.left++;
      else {
        arriving.waiting.delete(first);
        this.begin(first);
      }
      if (arriving.left >= BURST) this.#owners.delete(owner);
    }
    if (this.#owners.size === 0) this.#rest();
  }

  #rest(): void {
    void this.#stop?.();
    this.#stop = undefined;
  }
}
