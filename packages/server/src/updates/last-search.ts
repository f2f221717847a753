import type { Updater } from "./updater.js";

type Searches = Pick<Updater, "find" | "update">;

/** Passes on what is asked of an updater and remembers what the last search found. */
export class LastSearch implements Searches {
  #found: boolean | undefined;

  constructor(
    readonly updater: Searches,
    /** Whether there is anything to search in: without it, "no" says nothing about updates. */
    readonly hasSource: () => boolean,
    /** Called when a search finds an update after one that did not. */
    readonly onFound: () => void = () => {},
  ) {}

  /** Undefined before the first search, after one that could not tell, and after an update. */
  get found(): boolean | undefined {
    return this.#found;
  }

  async find(signal: AbortSignal): Promise<boolean | string> {
    const found = await this.updater.find(signal);
    const before = this.#found;
    this.#found = typeof found === "boolean" && this.hasSource() ? found : undefined;
    if (this.#found === true && before !== true) this.onFound();
    return found;
  }

  update(signal: AbortSignal): Promise<string> {
    this.#found = undefined;
    return this.updater.update(signal);
  }
}
