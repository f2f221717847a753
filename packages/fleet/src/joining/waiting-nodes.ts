import { badKey } from "@pilothouse/protocol";
import type { NodeId } from "../keys/nkey.js";
import { listed } from "../listed.js";
import { listDocuments } from "../state/documents.js";
import type { FleetState } from "../state/state.js";
import type { Invitation, WaitingNode } from "./enrolment.js";
import { fingerprintOf, readFingerprint } from "./join-messages.js";
import type { WaitingRecord } from "./node-record.js";

/** More than an invitation has uses left, so that a machine that was set up twice does not shut out the next one. */
const ROOM = 4;
const MOST_OF_ONE = 500;
/** Of all invitations together. */
export const MOST_WAITING = 2_000;

/** How many nodes may wait with an invitation at the same time. */
export const mostWaiting = ({ uses, used }: Invitation): number =>
  Math.min(uses - used.length + ROOM, MOST_OF_ONE);

export const waitingKey = (invitation: string, node: NodeId): string => `waiting/${invitation}/${node}`;

/** Requests of one invitation, or all of them; also those that were refused. Oldest first. */
export async function requestsToJoin(state: FleetState, invitation?: string): Promise<WaitingNode[]> {
  const below = invitation === undefined ? "waiting/" : waitingKey(invitation, "");
  return [...(await listDocuments<WaitingRecord>(state, below))]
    .map(([key, record]) => {
      const node = key.slice(key.indexOf("/") + 1);
      return { node, record, fingerprint: fingerprintOf(node) };
    })
    .sort((a, b) => a.record.since - b.record.since);
}

/**
 * The one that is meant. A fingerprint and a key say who it is; a name is what anybody asked for, so it counts only
 * when one node alone has it.
 */
export function pickWaiting(which: string, waiting: readonly WaitingNode[], key: string): WaitingNode {
  const wanted = which.trim();
  const fingerprint = readFingerprint(wanted);
  const known = waiting.filter(
    (one) => one.node.toUpperCase() === wanted.toUpperCase() || one.fingerprint === fingerprint,
  );
  // What looks like a fingerprint is never taken for a name.
  const found =
    known.length > 0 || fingerprint !== undefined
      ? known
      : waiting.filter(({ record }) => record.name === wanted);
  const [one, ...more] = found;
  if (one === undefined)
    throw badKey(
      key,
      `no node waits that has the fingerprint, key or name ${JSON.stringify(which.slice(0, 80))}; a fingerprint must be complete`,
    );
  if (more.length > 0)
    throw badKey(
      key,
      `${found.length} nodes that wait want the name ${wanted}; name one by its fingerprint: ${fingerprintsOf(found)}`,
    );
  return one;
}

const MOST_LISTED = 10;
const fingerprintsOf = (found: readonly WaitingNode[]): string =>
  listed(
    found.map(({ fingerprint }) => fingerprint),
    MOST_LISTED,
  );
