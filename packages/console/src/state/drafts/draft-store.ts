import type { PageName } from "../../page-names.js";
import { Drafts } from "./drafts.js";

/** A page with unsaved changes, of this service or of a node. */
export interface UnsavedPage {
  readonly node: string | undefined;
  readonly page: PageName;
}

/**
 * All unsaved changes. They are in memory only, because they may contain passwords: they survive other pages and a
 * session that ended, but neither signing out nor a reload.
 */
export class DraftStore {
  /** The account that made them; empty for the service's own password. */
  owner = "";
  readonly #places = new Map<string | undefined, Drafts>();

  at(node: string | undefined): Drafts {
    const drafts = this.#places.get(node) ?? new Drafts();
    this.#places.set(node, drafts);
    return drafts;
  }

  get unsaved(): readonly UnsavedPage[] {
    return [...this.#places].flatMap(([node, { pages }]) => pages.value.map((page) => ({ node, page })));
  }

  clear(): void {
    for (const drafts of this.#places.values()) drafts.clear();
  }

  /** An account signs in. It gets its own unsaved changes back, but not those of another. */
  signedIn(account: string): void {
    if (account !== this.owner) this.clear();
    this.owner = account;
  }

  /** Makes the browser ask before they are lost. Returns a function that stops this. */
  guard(): () => void {
    const ask = (event: BeforeUnloadEvent) => {
      if (this.unsaved.length > 0) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }
}
