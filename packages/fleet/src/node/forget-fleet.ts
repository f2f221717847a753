import type { Store } from "@pilothouse/server";
import type { Farewell } from "../bus/hub-bus.js";
import { NodeStore } from "./node-store.js";

/** Makes a service that does not run leave its fleet; resolves with whether it belonged to one, and what is left to do. */
export async function forgetFleet(
  store: Store,
): Promise<{ readonly left: boolean; readonly note: string | null }> {
  const stored = new NodeStore(store);
  const { membershipRecord, pending } = stored;
  await stored.leave();
  return {
    left: (membershipRecord ?? pending) !== undefined,
    note: membershipRecord === undefined ? null : leftNote(membershipRecord.name),
  };
}

/** What is left to do after a machine has left the fleet as this node; null if nothing is. `said`: by the hub, if it was reached. */
export const leftNote = (node: string, said?: Farewell): string | null =>
  said === "removed"
    ? null
    : said === "stays"
      ? `Another machine uses the key of the node ${node}, so that node stays in the fleet. If this machine should belong to the fleet too, join with a new invitation. If the node should go, remove it at the hub: pilothouse fleet remove ${node}`
      : `The hub was not informed, and may still list the node ${node}. Remove it there, unless another machine uses its key: pilothouse fleet remove ${node}`;
