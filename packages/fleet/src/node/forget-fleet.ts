import type { Store } from "@pilothouse/server";
import { NodeStore } from "./node-store.js";

/** Makes a service that does not run leave its fleet; resolves with whether it belonged to one. */
export async function forgetFleet(store: Store): Promise<boolean> {
  const kept = new NodeStore(store);
  const belonged = (kept.belonging ?? kept.pending) !== undefined;
  await kept.leave();
  return belonged;
}
