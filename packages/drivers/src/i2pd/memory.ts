import { isObject, parseJson } from "@pilothouse/protocol";
import { orNone } from "@pilothouse/system";
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
export interface Stored {
  /** The life of the router that was seen last; see `Engine`. */
  readonly mark?: string | undefined;
  readonly drain?: { readonly next: Next; readonly until: number } | undefined;
  readonly applied?: Applied;
  /** With which arguments about tunnels something else has started the router. */
  readonly tunnelArguments?: readonly string[];
}

export class Memory {
  readonly #turn = serialQueue();
  #stored: Stored;

  private constructor(
    readonly storage: DriverStorage,
    stored: Stored,
  ) {
    this.#stored = stored;
  }

  static async open(storage: DriverStorage): Promise<Memory> {
    return new Memory(storage, readStored(await storage.load()));
  }

  get stored(): Stored {
    return this.#stored;
  }

  /** Resolves when it is on the disk. */
  keep(change: Stored): Promise<void> {
    return this.#turn(async () => {
      const next = { ...this.#stored, ...change };
      await this.storage.save(JSON.stringify(next));
      this.#stored = next;
    });
  }
}

/** What cannot be read is forgotten: a running router is then found by its pid file. */
function readStored(text: string | undefined): Stored {
  const stored = orNone(() => parseJson(text ?? "{}"));
  return isObject(stored) ? (stored as Stored) : {};
}
