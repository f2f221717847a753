import type { Reason } from "@pilothouse/protocol";
import type { Command, Notice } from "./hub-bus.js";

/** What every signed text of a hub says about itself; its purpose is in the signature. */
export interface Issued {
  readonly fleet: string;
  /** The hub that signed it: each hub numbers its own texts. */
  readonly hub: string;
  /** The receiver; undefined for all nodes. */
  readonly node?: string | undefined;
  /** Higher than that of everything this hub has signed before. */
  readonly number: number;
  /** The hub's clock. */
  readonly issued: number;
  /** After this time it does not count: by the node's clock for a command, by the hub's for a notice. */
  readonly expires: number;
}

export interface SignedCommand extends Issued, Command {
  readonly node: string;
  readonly expires: number;
  /** The only instance that may carry it out. Without one, every instance refuses it and so says who it is. */
  readonly instance?: string | undefined;
  /** An operator has decided that this instance is the node: its number is the node's generation from now on. */
  readonly keep?: true;
  /** Random, and the same when a call is addressed again; it binds the answer to the call. */
  readonly nonce: string;
}

export interface SignedNotice extends Issued {
  readonly notice: Notice;
}

/** A node's answer to a command, signed by it. */
export interface SignedAnswer {
  /** That of the command. */
  readonly nonce: string;
  /** Who answers. */
  readonly instance: string;
  readonly text?: string;
  /** Why nothing was done. */
  readonly refused?: string;
  /** The same with its code. Nodes of earlier versions send only the text. */
  readonly why?: Reason;
  /** The hub may address the call again: to this instance, or with an expiry by the clock that is told here. */
  readonly again?: "instance" | "expired";
  /** The node's clock. */
  readonly at: number;
}

/** A stretch of time, for people. */
export function span(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
