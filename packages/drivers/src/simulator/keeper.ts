import { parseJson } from "@pilothouse/protocol";
import type { DriverStorage } from "../port.js";
import { serialQueue } from "../serial-queue.js";
import { factory, type Stored, storedType } from "./configuration.js";

/** Holds what the driver stores. Changes run one after another and take effect once they are saved. */
export class Keeper {
  readonly #serially = serialQueue();

  private constructor(
    readonly storage: DriverStorage,
    public stored: Stored,
  ) {}

  static async open(storage: DriverStorage): Promise<Keeper> {
    const saved = await storage.load();
    return new Keeper(storage, saved === undefined ? factory() : readStored(saved));
  }

  /** `make` sees what is kept when its turn comes; a throw there or in saving changes nothing. */
  change(make: (stored: Stored) => Stored, changed: (stored: Stored) => void): Promise<void> {
    return this.#serially(async () => {
      const next = make(this.stored);
      await this.storage.save(storedType.write(next));
      this.stored = next;
      changed(next);
    });
  }

  /** Resolves when no change is under way. */
  settled(): Promise<void> {
    return this.#serially(async () => {});
  }
}

function readStored(saved: string): Stored {
  try {
    return storedType.read(parseJson(saved));
  } catch (cause) {
    throw new Error("The simulator's saved state cannot be read; remove it to start again", { cause });
  }
}
