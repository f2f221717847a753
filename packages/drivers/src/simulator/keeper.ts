import { inTurn } from "../in-turn.js";
import type { Shelf } from "../port.js";
import { FACTORY, type Kept, keptKind } from "./configuration.js";

/** Holds what is kept on the shelf. Changes come one after another, and count once they are saved. */
export class Keeper {
  readonly #inTurn = inTurn();

  private constructor(
    readonly shelf: Shelf,
    public kept: Kept,
  ) {}

  static async open(shelf: Shelf): Promise<Keeper> {
    const saved = await shelf.load();
    return new Keeper(shelf, saved === undefined ? FACTORY : readKept(saved));
  }

  /** `make` sees what is kept when its turn comes; a throw there or in saving changes nothing. */
  change(make: (kept: Kept) => Kept, changed: (kept: Kept) => void): Promise<void> {
    return this.#inTurn(async () => {
      const next = make(this.kept);
      await this.shelf.save(keptKind.write(next));
      this.kept = next;
      changed(next);
    });
  }

  /** Resolves when no change is under way. */
  settled(): Promise<void> {
    return this.#inTurn(async () => {});
  }
}

function readKept(saved: string): Kept {
  try {
    return keptKind.read(JSON.parse(saved));
  } catch (cause) {
    throw new Error("What the simulator kept cannot be read; remove it to begin anew", { cause });
  }
}
