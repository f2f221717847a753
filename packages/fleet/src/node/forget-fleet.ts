import type { Store } from "@pilothouse/server";
import { leftNote } from "./left-note.js";
import { NodeStore } from "./node-store.js";

/** Makes a service that does not run leave its fleet; resolves with whether it belonged to one, and what is left to do. */
export async function forgetFleet(
  store: Store,
): Promise<{ readonly left: boolean; readonly note: string | null }> {
  const kept = new NodeStore(store);
  const { belonging, pending } = kept;
  await kept.leave();
  return {
    left: (belonging ?? pending) !== undefined,
    note: belonging === undefined ? null : leftNote(belonging.name),
  };
}
