import type { Store } from "../../../store/store.js";
import { putValue, readJson } from "../../../store/values.js";
import type { LimitName } from "./constraint.js";
import type { Held } from "./plan.js";

/** By the name of the limit; of several that share one value, the first. */
export type AllHeld = { readonly [N in LimitName]?: Held | undefined };

/** What the service has in its hands of a router's limits. On disk before anything is written to the router. */
export class HeldLimits {
  #all: AllHeld;

  constructor(
    readonly store: Store,
    /** Each kind of router has limits of its own. */
    readonly kind: string,
  ) {
    this.#all = readJson<AllHeld>(store, this.#name) ?? {};
  }

  get all(): AllHeld {
    return this.#all;
  }

  async keep(all: AllHeld): Promise<void> {
    const text = JSON.stringify(all);
    if (text === JSON.stringify(this.#all)) return;
    await this.store.write((db) => putValue(db, this.#name, text));
    this.#all = all;
  }

  get #name(): string {
    return `budget.held.${this.kind}`;
  }
}
