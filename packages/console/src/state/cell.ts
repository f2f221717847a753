import { useEffect, useState } from "preact/hooks";

/** A value that can be watched. */
export class Cell<T> {
  readonly #watchers = new Set<() => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(next: T): void {
    if (Object.is(next, this.current)) return;
    this.current = next;
    for (const watcher of [...this.#watchers]) watcher();
  }

  /** What the value is to become, from what it is. */
  update(next: (now: T) => T): void {
    this.set(next(this.current));
  }

  /** Calls `watcher` at every change, until what is returned is called. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

/** The cell's value; what uses it is drawn again when it changes. */
export const useCell = <T>(cell: Cell<T>): T => useSelector(cell, whole);
const whole = <T>(value: T): T => value;

/** What `part` makes of the cell's value: only a change of that is drawn. It must be the same function each time. */
export function useSelector<T, P>(cell: Cell<T>, part: (value: T) => P): P {
  const [value, show] = useState(() => part(cell.value));
  useEffect(() => {
    const take = () => show(() => part(cell.value));
    // It may have changed since it was first drawn.
    take();
    return cell.watch(take);
  }, [cell, part]);
  return value;
}
