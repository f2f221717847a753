import type { NodeId } from "../keys/nkey.js";
import { changeDocument, readDocument, UNCHANGED } from "../state/documents.js";
import type { FleetState } from "../state/state.js";
import { fingerprintOf } from "./join-messages.js";
import { releaseName } from "./names.js";
import type { NodeRecord, RevokedNode } from "./node-record.js";

/** Node keys, and the second up to which their logins are refused, as the servers of the bus keep them. */
export type Revocations = Readonly<Record<NodeId, number>>;

/**
 * Removals that the bus knows and the state does not: the state is older, because a backup was restored. They are
 * made again, or the nodes would be let in again. A node that has joined since its removal stays. Resolves with the
 * names of those that were removed.
 */
export async function removeAgain(state: FleetState, revocations: Revocations): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const [node, second] of Object.entries(revocations)) {
    const known = await readDocument<RevokedNode>(state, `revoked/${node}`);
    if (known !== undefined && Math.floor(known.at / 1_000) >= second) continue;
    const record = await readDocument<NodeRecord>(state, `node/${node}`);
    const isOver = record !== undefined && Math.floor(record.joined / 1_000) <= second;
    const name = record?.name ?? fingerprintOf(node);
    await changeDocument<RevokedNode>(state, `revoked/${node}`, () => ({ name, at: second * 1_000 }));
    removed.push(name);
    if (!isOver) continue;
    await changeDocument<NodeRecord>(state, `node/${node}`, (now) =>
      now?.joined === record.joined ? undefined : UNCHANGED,
    );
    await releaseName(state, name, node);
  }
  return removed;
}
