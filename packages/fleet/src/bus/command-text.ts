import { type Reason, reason } from "@pilothouse/protocol";
import type { Command, Notice } from "./hub-bus.js";

/** How far the clocks of a hub and a node may differ. */
export const CLOCK_MARGIN_MS = 120_000;

/** What every signed text of a hub says about itself. */
export interface Issued {
  readonly fleet: string;
  /** The receiver; undefined for all nodes. */
  readonly node?: string | undefined;
  /** The hub's clock. */
  readonly issued: number;
  readonly expires: number;
  /** Used once. */
  readonly nonce: string;
}

export interface SignedCommand extends Issued, Command {
  readonly node: string;
  readonly expires: number;
}

export interface SignedNotice extends Issued {
  readonly notice: Notice;
}

/** A node's answer to a command, signed by it. */
export interface SignedAnswer {
  /** That of the command. */
  readonly nonce: string;
  readonly text?: string;
  /** Why nothing was done. */
  readonly refused?: string;
  /** The node's clock. */
  readonly at: number;
}

/** Why a signed text does not count here and now; undefined when it does. */
export function faultOf(
  { fleet, node, issued, expires }: Issued,
  here: { readonly fleet: string; readonly node: string; readonly now: number },
): Reason | undefined {
  if (fleet !== here.fleet) return reason("hub.otherFleet");
  if (node !== undefined && node !== here.node) return reason("hub.otherNode");
  if (![issued, expires].every(Number.isFinite)) return reason("hub.noTime");
  if (issued > here.now + CLOCK_MARGIN_MS) return reason("hub.future", { span: span(issued - here.now) });
  if (expires + CLOCK_MARGIN_MS < here.now) return reason("hub.expired", { span: span(here.now - expires) });
  return undefined;
}

/** A stretch of time, for people. */
export function span(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
