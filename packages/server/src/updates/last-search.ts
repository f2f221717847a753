import type { FoundUpdate, Updated } from "@pilothouse/drivers/port";
import { type Reason, textOfReason, type UpdateText } from "@pilothouse/protocol";

interface Source {
  readonly find: (signal: AbortSignal) => Promise<FoundUpdate>;
  readonly update: (signal: AbortSignal) => Promise<Updated>;
}

/** Passes calls on to a source of updates, in the interface's words, and remembers what was found last. */
export class LastSearch {
  #found: boolean | undefined;
  #version: string | undefined;
  #said: { readonly find?: Reason | string | undefined; readonly update?: Reason | undefined } = {};

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

  /** The sentences that were last answered to a search and an update, with their codes. */
  get said(): readonly UpdateText[] {
    return [this.#said.find, this.#said.update].flatMap((why) =>
      typeof why === "object" ? [{ text: textOfReason(why), ...why }] : [],
    );
  }

  async find(signal: AbortSignal): Promise<boolean | string> {
    const offered = await this.source.find(signal);
    const isOffered = typeof offered === "object" && "version" in offered;
    const unknown = typeof offered === "boolean" || isOffered ? undefined : offered;
    this.#said = { ...this.#said, find: unknown };
    const found = unknown === undefined ? isOffered || offered === true : textOfReason(unknown);
    const before = this.#found;
    this.#found = typeof found === "boolean" && this.hasSource() ? found : undefined;
    this.#version = isOffered ? offered.version : undefined;
    if (this.#found === true && before !== true) this.onFound(this.#version);
    return found;
  }

  async update(signal: AbortSignal): Promise<string> {
    const { outcome, status, why } = await this.source.update(signal);
    this.#said = { ...this.#said, update: why };
    // An update that failed is still there to be installed.
    if (outcome !== "failed") this.#found = this.#version = undefined;
    return status;
  }
}
