import { parseJson } from "@pilothouse/protocol";
import type { DriverStorage } from "../port.js";
import { serialQueue } from "../serial-queue.js";
import { FACTORY, type Kept, keptKind } from "./configuration.js";

/** Holds what the driver stores. Changes run one after another and take effect once they are saved. */
export class Keeper {
  readonly #serially = serialQueue();

  private constructor(
    readonly storage: DriverStorage,
    public kept: Kept,
  ) {}

  static async open(storage: DriverStorage): Promise<Keeper> {
    const saved = await storage.load();
    return new Keeper(storage, saved === undefined ? FACTORY : readKept(saved));
  }

  /** `make` sees what is kept when its turn comes; a throw there or in saving changes nothing. */
  change(make: (kept: Kept) => Kept, changed: (kept: Kept) => void): Promise<void> {
    return this.#serially(async () => {
      const next = make(this.kept);
      await this.storage.save(keptKind.write(next));
      this.kept = next;
      changed(next);
    });
  }

  /** Resolves when no change is under way. */
  settled(): Promise<void> {
    return this.#serially(async () => {});
  }
}

function readKept(saved: string): Kept {
  try {
    return keptKind.read(parseJson(saved));
  } catch (cause) {
    throw new Error("The simulator's saved state cannot be read; remove it to start again", { cause });
  }
}
