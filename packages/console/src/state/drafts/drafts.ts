import { isObject } from "@pilothouse/protocol";
import type { PageName } from "../../page-names.js";
import { Cell, useCell } from "../cell.js";

/** A form whose unsaved changes are kept while other pages are open. */
export interface Form<T> {
  readonly page: PageName;
  /** The draft while nothing is changed. */
  readonly empty: T;
}

/** The unsaved changes of all forms of one router, hub or node. */
export class Drafts {
  /** The pages with unsaved changes. */
  readonly pages = new Cell<readonly PageName[]>([]);
  /** The revision of the settings on which a draft was begun, by its form. */
  readonly bases = new Map<string, number>();
  readonly #cells = new Map<Form<unknown>, Cell<unknown>>();

  of<T>(form: Form<T>): Cell<T> {
    const cell = this.#cells.get(form) ?? new Cell<unknown>(form.empty);
    if (!this.#cells.has(form)) {
      this.#cells.set(form, cell);
      cell.watch(() => this.#listPages());
    }
    return cell as Cell<T>;
  }

  clear(): void {
    for (const [form, cell] of this.#cells) cell.set(form.empty);
  }

  #listPages(): void {
    const changed = [...this.#cells].filter(([, cell]) => !isEmpty(cell.value)).map(([{ page }]) => page);
    const pages = [...new Set(changed)];
    this.pages.update((now) => (now.join() === pages.join() ? now : pages));
  }
}

/** Undoing every change leaves an empty object or map. A list may be empty because its entries were removed. */
const isEmpty = (draft: unknown): boolean =>
  draft === undefined ||
  (draft instanceof Map ? draft.size === 0 : isObject(draft) && Object.keys(draft).length === 0);

/** The changed fields after another change. A field that was changed back to its saved value is not among them. */
export const changedFields = <F extends object>(
  fields: Partial<F>,
  saved: F,
  change: Partial<F>,
): Partial<F> => unsavedFields({ ...fields, ...change }, saved);

/** The changed fields that are left after `done` was saved. What was typed since then stays. */
export const unsavedFields = <F extends object>(fields: F, done: Partial<F>): F =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => done[name as keyof F] !== value)) as F;

/** The form's unsaved changes. The component renders again when they change. */
export function useDraft<T>(drafts: Drafts, form: Form<T>): readonly [draft: T, cell: Cell<T>] {
  const cell = drafts.of(form);
  return [useCell(cell), cell];
}
