import { orderOf } from "../view/natural-order.js";

interface Named {
  readonly name: string;
  /** The place of its name among others. */
  readonly order: string;
}

/** Things by their names, in the order of the names: a page begins where the last one ended. */
export class NameIndex<T extends Named> {
  readonly #byName = new Map<string, T>();
  /** Made when it is first asked for: adding all nodes of a fleet one by one would move each of them many times. */
  #sorted: T[] | undefined;

  get(name: string): T | undefined {
    return this.#byName.get(name);
  }

  /** All, in their order. Not to be kept: it changes with the index. */
  get sorted(): readonly T[] {
    this.#sorted ??= [...this.#byName.values()].sort((a, b) => (a.order < b.order ? -1 : 1));
    return this.#sorted;
  }

  /** Its name must not change while it is in here. */
  add(thing: T): void {
    const known = this.#byName.has(thing.name);
    this.#sorted?.splice(placeIn(this.#sorted, thing.order), known ? 1 : 0, thing);
    this.#byName.set(thing.name, thing);
  }

  /** Unless another has taken the name meanwhile. */
  remove(thing: T): void {
    if (this.#byName.get(thing.name) !== thing) return;
    this.#byName.delete(thing.name);
    this.#sorted?.splice(placeIn(this.#sorted, thing.order), 1);
  }

  /** The place of the first whose name comes behind this one. */
  after(name: string): number {
    const place = placeIn(this.sorted, orderOf(name));
    return this.sorted[place]?.name === name ? place + 1 : place;
  }
}

/** Where it is, or would be. */
function placeIn(sorted: readonly Named[], order: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as Named).order < order) low = middle + 1;
    else high = middle;
  }
  return low;
}
