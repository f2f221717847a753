import { useEffect, useState } from "preact/hooks";

/** An observable value. */
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

  /** Sets the value from the current one. */
  update(next: (now: T) => T): void {
    this.set(next(this.current));
  }

  /** Calls `watcher` at every change. Returns a function that stops this. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

/** The cell's value. The component renders again when it changes. */
export const useCell = <T>(cell: Cell<T>): T => useSelector(cell, itself);
const itself = <T>(value: T): T => value;

/** Renders only when the result of `part` changes. Pass the same function each time. */
export function useSelector<T, P>(cell: Cell<T>, part: (value: T) => P): P {
  const [value, show] = useState(() => part(cell.value));
  useEffect(() => {
    const take = () => show(() => part(cell.value));
    // It may have changed since the first render.
    take();
    return cell.watch(take);
  }, [cell, part]);
  return value;
}
