import { badKey, type Reason, RpcError, reason } from "@pilothouse/protocol";
import type { Session } from "@pilothouse/server";
import type { Inventory } from "../inventory/inventory.js";
import type { KnownNode } from "../inventory/known-node.js";
import type { Operators } from "../operators/operators.js";

export interface NodeFinder {
  readonly inventory: Inventory;
  readonly operators: Operators;
}

/** The node with that name or id, if the caller may see it; otherwise it counts as unknown. */
export function findAny(
  { inventory, operators }: NodeFinder,
  which: string,
  session: Session | undefined,
  key = "node",
): KnownNode {
  const found = inventory.find(which);
  if (found !== undefined && operators.sees(session)(found)) return found;
  throw unknownNode(which, key);
}

export const unknownNode = (which: string, key = "node"): RpcError =>
  badKey(key, reason("node.unknown", { name: JSON.stringify(which.slice(0, 80)) }));

/** The same, for what only a member can do. */
export function findNode(...asked: Parameters<typeof findAny>): KnownNode {
  const found = findAny(...asked);
  const standing = standingReason(found);
  if (standing !== undefined) throw new RpcError("refused", standing);
  return found;
}

/** Why a node that is no member cannot be called or changed; undefined for a member. */
export function standingReason({ standing, name }: KnownNode): Reason | undefined {
  if (standing === "member") return undefined;
  return standing === "waiting" ? reason("node.waiting", { name }) : reason("node.unadopted", { name });
}
