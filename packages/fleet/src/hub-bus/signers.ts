import type { NodeRecord } from "../joining/node-record.js";
import type { NodeId } from "../keys/nkey.js";
import { rawPublic } from "../keys/nkey-text.js";
import { changeDocument, UNCHANGED } from "../state/documents.js";
import type { FleetState } from "../state/state.js";

/**
 * A node says in a report with which key it signs. The first counts: a report is marked with a key that the hubs know
 * too, so it proves less than the join did. Resolves with the key that counts.
 */
export async function keepFirstSigner(
  state: FleetState,
  node: NodeId,
  signing: string,
): Promise<string | undefined> {
  if (rawPublic(signing, "user") === undefined) return undefined;
  const record = await changeDocument<NodeRecord>(state, `node/${node}`, (now) =>
    now === undefined || now.signing !== undefined ? UNCHANGED : { ...now, signing },
  );
  return record?.signing;
}
