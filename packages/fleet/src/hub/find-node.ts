import { badKey, reason } from "@pilothouse/protocol";
import type { Session } from "@pilothouse/server";
import type { Inventory } from "./inventory/inventory.js";
import type { KnownNode } from "./inventory/known-node.js";
import type { Operators } from "./operators/operators.js";

export interface NodeFinder {
  readonly inventory: Inventory;
  readonly operators: Operators;
}

/** The node with that name or id, if the caller may see it; otherwise it counts as unknown. */
export function findNode(
  { inventory, operators }: NodeFinder,
  which: string,
  session: Session | undefined,
  key = "node",
): KnownNode {
  const found = inventory.find(which);
  if (found !== undefined && operators.sees(session)(found)) return found;
  throw badKey(key, reason("node.unknown", { name: JSON.stringify(which.slice(0, 80)) }));
}
