import { isObject, parseJson } from "@pilothouse/protocol";
import type { DriverStorage } from "../port.js";
import { serialQueue } from "../serial-queue.js";

export type Next = "restart" | "stop";

/** The configuration that a router was started with, as far as a change of it must be seen. */
export interface Applied {
  /** Of all settings, except those that follow. */
  readonly digest: string;
  /** Can be changed while the router runs. */
  readonly bandwidth: string | null;
  /** What the addresses in router.info were made from. */
  readonly address: string;
}

/** What must survive the end of the service while the router keeps running. */
export interface Kept {
  /** The life of the router that was seen last; see `Engine`. */
  readonly mark?: string | undefined;
  readonly drain?: { readonly next: Next; readonly until: number } | undefined;
  readonly applied?: Applied;
}

export class Memory {
  readonly #turn = serialQueue();
  #kept: Kept;

  private constructor(
    readonly storage: DriverStorage,
    kept: Kept,
  ) {
    this.#kept = kept;
  }

  static async open(storage: DriverStorage): Promise<Memory> {
    return new Memory(storage, readKept(await storage.load()));
  }

  get kept(): Kept {
    return this.#kept;
  }

  /** Resolves when it is on the disk. */
  keep(change: Kept): Promise<void> {
    return this.#turn(async () => {
      const next = { ...this.#kept, ...change };
      await this.storage.save(JSON.stringify(next));
      this.#kept = next;
    });
  }
}

/** What cannot be read is forgotten: a running router is then found by its pid file. */
function readKept(text: string | undefined): Kept {
  try {
    const kept = parseJson(text ?? "{}");
    return isObject(kept) ? (kept as Kept) : {};
  } catch {
    return {};
  }
}
