import type { InvitationState } from "@pilothouse/protocol";
import type { NodeId } from "../keys/nkey.js";
import type { WaitingRecord } from "./node-record.js";

/** What is kept under `invitation/<id>`, as JSON. Its secret is not in it. */
export interface Invitation {
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly uses: number;
  /** The nodes that have joined with it. */
  readonly used: readonly NodeId[];
  readonly created: number;
  readonly expires: number;
  readonly wait: boolean;
  readonly by: string;
  /** The key of the login that its token holds. */
  readonly login?: string;
  readonly replaces?: NodeId;
  readonly revoked?: number;
}

/** What an invitation is good for at this time. One that was used as often as it allows stays so when it expires. */
export function invitationState({ revoked, used, uses, expires }: Invitation, now: number): InvitationState {
  if (revoked !== undefined) return "revoked";
  if (used.length >= uses) return "used";
  return now < expires ? "open" : "expired";
}

/** A node as people see it before it is part of the fleet. */
export interface WaitingNode {
  readonly node: NodeId;
  readonly record: WaitingRecord;
  /** What `pilothouse join` shows on the node: both must be the same. */
  readonly fingerprint: string;
}
