import type { Reason } from "@pilothouse/protocol";
import type { NodeId } from "../keys/nkey.js";
import type { Report } from "./report.js";

export type { NodeId } from "../keys/nkey.js";

/** A call for a node, before it is signed. */
export interface Command {
  /** The JSON-RPC request, as it was sent to the hub. */
  readonly text: string;
  /** The person or program that asked, for the node's record. */
  readonly by: string;
  /** The most this person may do; the node's own `fleet.allow` may be less. */
  readonly scope: "read" | "operate" | "settings" | "all";
  /** The languages the caller reads. */
  readonly languages?: string | undefined;
  /** After this time of the hub's clock the node refuses it; the bus states it by the node's clock. */
  readonly expires: number;
  /** Of a graceful action: its name at the hub. A node that is told to cancel one cancels no other. */
  readonly order?: string;
  /** Of a roll-out: the node keeps what became of it under this name, and answers a repeat with that. */
  readonly once?: { readonly key: string; readonly epoch: number };
}

/** The node is removed, or it stays, because another machine may use its key. */
export type Farewell = "removed" | "stays";

/** What a hub says to nodes. */
export interface Notice {
  /** Report now, spread over this many milliseconds. */
  readonly report?: number;
  /** Come back within this many milliseconds after a lost connection: more nodes, more time. */
  readonly reconnectJitter?: number;
  /** The hub lives. A node that has heard nothing of it since this number reports, spread over some time. */
  readonly beat?: { readonly from: number; readonly within: number };
  /** These instances use the key of one node at the same time. */
  readonly duplicates?: readonly string[];
  /** This instance is a copy: an operator has decided for another one. */
  readonly copy?: string;
  /** The instance that this is for. It proves to it that this, and what this hub says later, is not old. */
  readonly instance?: string;
  /** What has become of the node that this instance has left as. */
  readonly left?: Farewell;
  /** Where the bus is from now on. */
  readonly addresses?: readonly string[];
  /** With them: the certificate (PEM) by which nodes know it; absent when systems know its authority. */
  readonly certificate?: string | undefined;
}

/** The bus, as a hub uses it. */
export interface HubBus {
  /** Resolves with the text of the node's answer; rejects with `NodeAway`, `NodeRefused` or `BusAway`. */
  call(node: NodeId, command: Command, options?: { readonly timeoutMs?: number }): Promise<string>;
  /** Makes this instance the node, and others with its key copies. Resolves with its generation; rejects as `call`. */
  keep(node: NodeId, instance: string): Promise<number>;
  /** To one node, or to all. There is no confirmation of who received it. */
  notify(notice: Notice, node?: NodeId): Promise<void>;
  readonly connected: boolean;
  close(): Promise<void>;
}

/** Events from the bus to the hub. */
export interface HubBusEvents {
  /** `made`: no earlier than this was the report made, on the hub's clock that only goes forward. */
  readonly onReport: (node: NodeId, report: Report, made: number) => void;
  /** The instances of a node that are at work: a new one, or two at once. */
  readonly onInstances: (node: NodeId, instances: readonly string[]) => void;
  /** The node's service ends, as it says itself. */
  readonly onStopped: (node: NodeId) => void;
  readonly onConnected: (connected: boolean) => void;
}

/** The node does not answer: it is offline, or too slow. */
export class NodeAway extends Error {
  constructor(
    message: string,
    /** The bus says that the node is not connected. It may be wrong or lie: the node may have carried out the call. */
    readonly unconnected = false,
  ) {
    super(message);
  }
}
/** What a node said; an earlier version gives no code. */
export type Said = (Reason & { readonly text: string }) | string;

/** The node did not take the command: expired, clock, scope, signature. Its message says why. */
export class NodeRefused extends Error {
  constructor(readonly why: Said) {
    super(typeof why === "string" ? why : why.text);
  }
}
/** The hub itself has no connection to the bus. */
export class BusAway extends Error {}
