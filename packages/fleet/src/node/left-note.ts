import type { Farewell } from "../bus/hub-bus.js";

/** What is left to do after a machine has left the fleet as this node; null if nothing is. `said`: by the hub, if it was reached. */
export const leftNote = (node: string, said?: Farewell): string | null =>
  said === "removed"
    ? null
    : said === "stays"
      ? `Another machine uses the key of the node ${node}, so that node stays in the fleet. If this machine should belong to the fleet too, join with a new invitation. If the node should go, remove it at the hub: pilothouse fleet remove ${node}`
      : `The hub was not informed, and still lists the node ${node}. Remove it there, unless another machine uses its key: pilothouse fleet remove ${node}`;
