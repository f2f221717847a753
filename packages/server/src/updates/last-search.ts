import type { FoundUpdate, Updated } from "@pilothouse/drivers/port";

interface Source {
  readonly find: (signal: AbortSignal) => Promise<FoundUpdate>;
  readonly update: (signal: AbortSignal) => Promise<Updated>;
}

/** Passes calls on to a source of updates, in the interface's words, and remembers what was found last. */
export class LastSearch {
  #found: boolean | undefined;
  #version: string | undefined;

  constructor(
    readonly source: Source,
    /** Whether there is anything to search in: without it, "no" says nothing about updates. */
    readonly hasSource: () => boolean,
    /** Called when a search finds an update after one that did not. */
    readonly onFound: (version: string | undefined) => void = () => {},
  ) {}

  /** Undefined before the first search, after one that failed, and after an update, unless that failed. */
  get found(): boolean | undefined {
    return this.#found;
  }

  /** Of the update that was found, where it is known. */
  get version(): string | undefined {
    return this.#version;
  }

  async find(signal: AbortSignal): Promise<boolean | string> {
    const offered = await this.source.find(signal);
    const found = typeof offered === "object" || offered;
    const before = this.#found;
    this.#found = typeof found === "boolean" && this.hasSource() ? found : undefined;
    this.#version = typeof offered === "object" ? offered.version : undefined;
    if (this.#found === true && before !== true) this.onFound(this.#version);
    return found;
  }

  async update(signal: AbortSignal): Promise<string> {
    const { outcome, status } = await this.source.update(signal);
    // An update that failed is still there to be installed.
    if (outcome !== "failed") this.#found = this.#version = undefined;
    return status;
  }
}
