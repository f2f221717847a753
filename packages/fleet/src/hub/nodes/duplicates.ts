import { badKey, RpcError } from "@pilothouse/protocol";
import type { Handlers } from "@pilothouse/server";
import { BusAway, type HubBus, NodeAway, type NodeId, NodeRefused } from "../../bus/hub-bus.js";
import type { NodeRecord } from "../../joining/node-record.js";
import { changeDocument, UNCHANGED } from "../../state/documents.js";
import type { FleetState } from "../../state/state.js";
import type { KnownNode } from "../inventory/known-node.js";
import { findNode, type NodeFinder } from "./find-node.js";

/** Two machines use the key of this node. It stays so until an operator decides, for all hubs and over restarts. */
export const markDuplicate = (state: FleetState, node: NodeId, now: number): Promise<unknown> =>
  changeDocument<NodeRecord>(state, `node/${node}`, (record) =>
    record === undefined || record.duplicate !== undefined ? UNCHANGED : { ...record, duplicate: now },
  );

/** An operator has decided: the machine that has got this generation is the node. */
const settleDuplicate = (state: FleetState, node: NodeId, generation: number): Promise<unknown> =>
  changeDocument<NodeRecord>(state, `node/${node}`, (record) => {
    if (record === undefined) return UNCHANGED;
    const { duplicate: _, ...rest } = record;
    return { ...rest, generation };
  });

interface Options extends NodeFinder {
  readonly state: FleetState;
  readonly bus: HubBus;
}

/** Which of two machines with the key of one node stays that node. */
export const keepHandler = (options: Options): Pick<Handlers, "fleet.keep"> => ({
  "fleet.keep": ({ node: which, instance: given }, call) =>
    call.audited("node instance kept", async (changed) => {
      const { bus, state } = options;
      const node = findNode(options, which, call.session);
      const instance = given ?? onlyOne(node);
      call.sessionSignal.throwIfAborted();
      await settleDuplicate(state, node.id, await toldTo(() => bus.keep(node.id, instance)));
      changed([{ name: node.name, old: null, new: instance }]);
      return { instance };
    }),
});

function onlyOne({ instances, name }: KnownNode): string {
  const [instance, ...others] = instances;
  if (instance !== undefined && others.length === 0) return instance;
  throw badKey(
    "instance",
    `is missing: which one stays ${name}; ${instances.join(" and ") || "none"} ${instances.length > 1 ? "are" : "is"} at work`,
  );
}

async function toldTo(tell: () => Promise<number>): Promise<number> {
  try {
    return await tell();
  } catch (error) {
    if (error instanceof NodeAway || error instanceof NodeRefused || error instanceof BusAway)
      throw new RpcError("refused", `nothing was decided: ${error.message}`, undefined, {
        reason: "unreachable",
      });
    throw error;
  }
}
