import { Cell } from "../cell.js";
import type { Draft } from "./draft.js";
import type { NetworkChanges } from "./network-values.js";

/** Unsaved changes. They are kept while other pages are open. */
export class Drafts {
  readonly network = new Cell<NetworkChanges>({});
  readonly advanced = new Cell<Draft>(new Map());

  /** The pages with unsaved changes. */
  get pages(): readonly ("network" | "advanced")[] {
    return [
      ...(Object.keys(this.network.value).length > 0 ? (["network"] as const) : []),
      ...(this.advanced.value.size > 0 ? (["advanced"] as const) : []),
    ];
  }

  /** Makes the browser ask before they are lost. Returns a function that stops this. */
  guard(): () => void {
    const ask = (event: BeforeUnloadEvent) => {
      if (this.pages.length > 0) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }
}
