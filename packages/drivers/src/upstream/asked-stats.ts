import { reason } from "@pilothouse/protocol";
import { NotPossible } from "../port.js";

const NAME = /^[\w.-]([\w. -]{0,198}[\w.-])?$/;
const MOST = 500;

/**
 * The statistics that were asked for. Java I2P makes one of every name that it does not know, and keeps it: without a
 * limit, a token that may only read could fill its memory.
 */
export class AskedStats {
  readonly #names = new Set<string>();

  /** Whether the router is to be asked for this one: only one with a sensible name. Throws when there are too many. */
  takes(name: string): boolean {
    if (!NAME.test(name)) return false;
    if (!this.#names.has(name) && this.#names.size >= MOST)
      throw new NotPossible(reason("stat.many", { most: MOST }));
    this.#names.add(name);
    return true;
  }
}
