import { Cell } from "../cell.js";
import type { Draft } from "./draft.js";
import type { NetworkChanges } from "./network-values.js";

/** Changes that are typed and not saved yet. They outlive the page they belong to. */
export class Drafts {
  readonly network = new Cell<NetworkChanges>({});
  readonly advanced = new Cell<Draft>(new Map());

  /** The pages with changes that are not saved. */
  get pages(): readonly ("network" | "advanced")[] {
    return [
      ...(Object.keys(this.network.value).length > 0 ? (["network"] as const) : []),
      ...(this.advanced.value.size > 0 ? (["advanced"] as const) : []),
    ];
  }

  /** Lets the browser ask before they are lost, until what is returned is called. */
  guard(): () => void {
    const ask = (event: BeforeUnloadEvent) => {
      if (this.pages.length > 0) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }
}
