import { flag, listOf, orNull, secret, text } from "../kinds/kinds.js";
import { choice } from "../kinds/setting-kinds.js";
import { call } from "./shapes.js";

/** How a service stands with a fleet. */
export const MEMBERSHIP_STATES = ["none", "waiting", "connected", "disconnected"] as const;
export type MembershipState = (typeof MEMBERSHIP_STATES)[number];

const MEMBERSHIP = {
  state: {
    kind: choice(...MEMBERSHIP_STATES),
    says: "none: it belongs to no fleet. waiting: an operator of the fleet has yet to accept it. connected or disconnected: it belongs to one, and reaches the bus or does not.",
  },
  name: { kind: orNull(text), says: "What the fleet calls this node." },
  fleet: { kind: orNull(text), says: "The fleet's public key." },
  node: { kind: orNull(text), says: "This node's public key." },
  fingerprint: {
    kind: orNull(text),
    says: "By which operators of the fleet tell this node from others that wait.",
  },
  addresses: { kind: listOf(text), says: "Where the bus is." },
  note: { kind: orNull(text), says: "What stands in the way, in a sentence." },
};

/** Belonging to a fleet, on the side of the node. */
export const MEMBERSHIP_METHODS = {
  "pilothouse.join": call({
    guard: "token",
    scope: "all",
    says: "Joins a fleet with the token of an invitation. Can be repeated after a failure.",
    params: {
      token: { kind: secret, says: "The invitation's token, `ph1_…`." },
      name: {
        kind: text,
        says: "What the node is to be called in the fleet: 1 to 63 of a-z, 0-9, dots and hyphens. The host's name unless given, with a number if another node has it.",
        optional: true,
      },
    },
    result: MEMBERSHIP,
    others: "refused",
    extension: true,
  }),
  "pilothouse.leave": call({
    guard: "token",
    scope: "all",
    says: "Leaves the fleet. Works without the hub, which is told if it can be reached.",
    params: {},
    result: { Left: { kind: flag, says: "Whether the node belonged to a fleet." } },
    others: "refused",
    extension: true,
  }),
  "pilothouse.membership": call({
    guard: "token",
    scope: "read",
    says: "The fleet that this node belongs to.",
    params: {},
    result: MEMBERSHIP,
    others: "refused",
    extension: true,
  }),
} as const;
