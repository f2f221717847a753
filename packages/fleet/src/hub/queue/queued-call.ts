import { parseJson, type QueuedEntry } from "@pilothouse/protocol";
import type { Grant } from "@pilothouse/server";
import type { NodeId, Said } from "../../bus/hub-bus.js";

/** What is kept under `queue/<node>/<id>`, as JSON. */
export interface QueuedCall {
  readonly method: string;
  readonly params: object;
  readonly by: string;
  /** On whose authority; absent in calls that were queued by an earlier version. */
  readonly grant?: Grant;
  readonly queued: number;
  readonly expires: number;
  readonly state: QueuedEntry["state"];
  readonly outcome: string | null;
  /** The same with its code, where it has one. */
  readonly coded?: Exclude<Said, string>;
  readonly ended: number | null;
  /** The hub that is sending it, and until when that may wait for the answer: no other sends or ends it meanwhile. */
  readonly sending?: { readonly hub: string; readonly until: number };
}

/** A call in the queue, and where it is kept. */
export interface InQueue {
  readonly id: string;
  readonly node: NodeId;
  readonly call: QueuedCall;
  readonly revision: number;
}

export const keyOf = ({ node, id }: Pick<InQueue, "node" | "id">): string => `queue/${node}/${id}`;

export function placeOf(key: string): Pick<InQueue, "node" | "id"> {
  const [, node = "", id = ""] = key.split("/");
  return { node, id };
}

export const inQueue = (key: string, text: string, revision: number): InQueue => ({
  ...placeOf(key),
  revision,
  call: parseJson(text, { what: "a queued call" }) as QueuedCall,
});
