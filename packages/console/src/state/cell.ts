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

/** The cell's value; whoever uses it is drawn anew when it changes. */
export function useCell<T>(cell: Cell<T>): T {
  const [value, show] = useState(() => cell.value);
  useEffect(() => {
    const take = () => show(() => cell.value);
    // It may have changed since it was first drawn.
    take();
    return cell.watch(take);
  }, [cell]);
  return value;
}
