import type { FoundUpdate, Updated } from "@pilothouse/drivers/port";
import { type CodedText, codedTextOf, type Reason, reason, reasonText } from "@pilothouse/protocol";
import { isDistrust } from "./feed/feed-fault.js";

interface Source {
  readonly find: (signal: AbortSignal) => Promise<FoundUpdate>;
  readonly update: (signal: AbortSignal) => Promise<Updated>;
}

/** Passes calls on to a source of updates, in the interface's words, and remembers what was found last. */
export class LastSearch {
  #found: boolean | undefined;
  #version: string | undefined;
  #said: { readonly find?: Reason | undefined; readonly update?: Reason | undefined } = {};

  constructor(
    readonly source: Source,
    /** Whether there is anything to search in: without it, "no" says nothing about updates. */
    readonly hasSource: () => boolean,
    readonly log: (message: string) => void = () => {},
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

  /** Why the last search gave no answer; null if it gave one. */
  get unknown(): CodedText | null {
    return this.#said.find ? codedTextOf(this.#said.find) : null;
  }

  /** Why the last search gave no answer, and how the last update ended, with their codes. */
  get said(): readonly CodedText[] {
    return [this.#said.find, this.#said.update].flatMap((why) => (why ? [codedTextOf(why)] : []));
  }

  /**
   * False also if it is unknown whether there is an update, because existing clients crash if they get a
   * sentence. Only a feed that cannot be trusted is worth one.
   */
  async find(signal: AbortSignal): Promise<boolean | string> {
    const offered = await this.source.find(signal);
    const version = typeof offered === "object" && "version" in offered ? offered.version : undefined;
    const isFound = offered === true || version !== undefined;
    const unknown = isFound || offered === false ? undefined : asReason(offered as Reason | string);
    this.#said = { ...this.#said, find: unknown };
    const before = this.#found;
    this.#found = unknown === undefined && this.hasSource() ? isFound : undefined;
    this.#version = version;
    if (this.#found === true && before !== true) this.onFound(version);
    if (unknown === undefined) return isFound;
    this.log(`It is unknown whether there is an update: ${reasonText(unknown)}`);
    return isDistrust(unknown) && reasonText(unknown);
  }

  async update(signal: AbortSignal): Promise<string> {
    const { outcome, status, why } = await this.source.update(signal);
    this.#said = { ...this.#said, update: why };
    // An update that failed is still there to be installed.
    if (outcome !== "failed") this.#found = this.#version = undefined;
    return status;
  }
}

const asReason = (description: Reason | string): Reason =>
  typeof description === "string" ? reason("router.says", { text: description }) : description;
