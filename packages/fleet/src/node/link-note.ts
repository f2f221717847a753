import type { Identity } from "@pilothouse/protocol";
import { span } from "../bus/command-text.js";
import { isRefused, LoginRefused } from "../link/dial.js";

export const identityNote = (identity: Identity): string | null =>
  ({
    own: null,
    shared: "Another machine uses the key of this node too, so the hub changes nothing on either of them",
    copy: "This machine is a copy: the hub has decided for another one with the same key",
  })[identity];

/** Commands do not depend on it, but routers and records do. */
const CLOCK_NOTE_MS = 60_000;

export const clockNote = (ahead: number): string | null =>
  Math.abs(ahead) <= CLOCK_NOTE_MS
    ? null
    : `The clock of this machine is ${span(ahead)} ${ahead > 0 ? "ahead of" : "behind"} the hub's: set the one that is wrong`;

/** Why there is no connection to the bus. */
export function whyLost(reason: Error | undefined, addresses: readonly string[]): string {
  if (reason instanceof LoginRefused && !reason.certain)
    return "The bus refuses this node: it was removed from the fleet, sends too much and is cut off for some minutes, the fleet's keys have changed, or somebody on the way to the bus changes what it says before TLS. If the hub lists this node, check the network; otherwise join again with a new invitation";
  if (isRefused(reason))
    return "The bus refuses this node: it was removed from the fleet, sends too much and is cut off for some minutes, or the fleet's keys have changed. If it stays so, join again with a new invitation";
  return `No connection to the bus at ${addresses.join(", ")}${reason === undefined ? "" : `: ${reason.message}`}`;
}
