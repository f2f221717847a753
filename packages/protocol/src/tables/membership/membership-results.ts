import { flag, listOf, orNull, text } from "../../kinds/kinds.js";
import { choice } from "../../kinds/setting-kinds.js";

/** The states of a service's membership in a fleet. */
export const MEMBERSHIP_STATES = ["none", "waiting", "connected", "disconnected"] as const;
export type MembershipState = (typeof MEMBERSHIP_STATES)[number];

/** Whether other machines use the key of this node. */
export const IDENTITIES = ["own", "shared", "copy"] as const;
export type Identity = (typeof IDENTITIES)[number];

const membership = {
  state: { kind: choice(...MEMBERSHIP_STATES) },
  name: { kind: orNull(text) },
  fleet: { kind: orNull(text) },
  key: { kind: orNull(text) },
  fingerprint: { kind: orNull(text) },
  addresses: { kind: listOf(text) },
  instance: { kind: orNull(text) },
  identity: { kind: choice(...IDENTITIES) },
  note: { kind: orNull(text) },
} as const;

export const MEMBERSHIP_RESULTS = {
  "pilothouse.join": membership,
  "pilothouse.leave": { Left: { kind: flag }, note: { kind: orNull(text) } },
  "pilothouse.membership": membership,
} as const;
