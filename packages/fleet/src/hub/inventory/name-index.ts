/** Things by their names, in the order of the names: a page begins where the last one ended. */
export class NameIndex<T> {
  readonly #byName = new Map<string, T>();
  readonly #names: string[] = [];

  get(name: string): T | undefined {
    return this.#byName.get(name);
  }

  add(name: string, thing: T): void {
    if (!this.#byName.has(name)) this.#names.splice(this.#placeOf(name), 0, name);
    this.#byName.set(name, thing);
  }

  /** Only if the name is still this thing's: another may have taken it meanwhile. */
  remove(name: string, thing: T): void {
    if (this.#byName.get(name) !== thing) return;
    this.#byName.delete(name);
    this.#names.splice(this.#placeOf(name), 1);
  }

  /** Those whose names come behind this one; all without it. */
  *after(name: string | undefined): Iterable<T> {
    let place = name === undefined ? 0 : this.#placeOf(name);
    if (name !== undefined && this.#names[place] === name) place++;
    for (; place < this.#names.length; place++) yield this.#byName.get(this.#names[place] as string) as T;
  }

  /** Where it is, or would be. */
  #placeOf(name: string): number {
    let [low, high] = [0, this.#names.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#names[middle] as string) < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
