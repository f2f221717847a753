import type { Updater } from "./updater.js";

type Searches = Pick<Updater, "find" | "update">;

/** Passes on what is asked of an updater and remembers what the last search found. */
export class LastSearch implements Searches {
  #found: boolean | undefined;

  constructor(readonly updater: Searches) {}

  /** Undefined before the first search, after one that could not tell, and after an update. */
  get found(): boolean | undefined {
    return this.#found;
  }

  async find(signal: AbortSignal): Promise<boolean | string> {
    const found = await this.updater.find(signal);
    this.#found = typeof found === "boolean" ? found : undefined;
    return found;
  }

  update(signal: AbortSignal): Promise<string> {
    this.#found = undefined;
    return this.updater.update(signal);
  }
}
