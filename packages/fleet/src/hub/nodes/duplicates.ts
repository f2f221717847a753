import type { NodeId } from "../../bus/hub-bus.js";
import type { NodeRecord } from "../../joining/node-record.js";
import { changeDocument, UNCHANGED } from "../../state/documents.js";
import type { FleetState } from "../../state/state.js";

/** Two machines use the key of this node. It stays so until an operator decides, for all hubs and over restarts. */
export const markDuplicate = (state: FleetState, node: NodeId, now: number): Promise<unknown> =>
  changeDocument<NodeRecord>(state, `node/${node}`, (record) =>
    record === undefined || record.duplicate !== undefined ? UNCHANGED : { ...record, duplicate: now },
  );

/** An operator has decided: the machine that has got this generation is the node. */
export const settleDuplicate = (state: FleetState, node: NodeId, generation: number): Promise<unknown> =>
  changeDocument<NodeRecord>(state, `node/${node}`, (record) => {
    if (record === undefined) return UNCHANGED;
    const { duplicate: _, ...rest } = record;
    return { ...rest, generation };
  });
