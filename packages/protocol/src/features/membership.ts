import { describe, extension, optional } from "../kernel/shapes.js";
import { choiceOf } from "../value-types/setting-types.js";
import { flag, listOf, orNull, secret, text } from "../value-types/value-types.js";

/** The states of a service's membership in a fleet. */
const MEMBERSHIP_STATES = ["none", "waiting", "connected", "disconnected"] as const;

/** Whether other machines use the key of this node. */
const IDENTITIES = ["own", "shared", "copy"] as const;
export type Identity = (typeof IDENTITIES)[number];

const membership = {
  state: { type: choiceOf(MEMBERSHIP_STATES) },
  name: { type: orNull(text) },
  fleet: { type: orNull(text) },
  key: { type: orNull(text) },
  fingerprint: { type: orNull(text) },
  addresses: { type: listOf(text) },
  instance: { type: orNull(text) },
  identity: { type: choiceOf(IDENTITIES) },
  note: { type: orNull(text) },
} as const;

export const RESULTS = {
  "pilothouse.join": membership,
  "pilothouse.leave": { Left: { type: flag }, note: { type: orNull(text) } },
  "pilothouse.membership": membership,
} as const;

const SAYS = {
  state:
    "none: it belongs to no fleet. waiting: an operator of the fleet has yet to accept it. connected or disconnected: it belongs to one, and reaches the bus or does not.",
  name: "What the fleet calls this node.",
  fleet: "The fleet's public key.",
  key: "This node's public key.",
  fingerprint: "With it, operators of the fleet recognise this node among others that wait.",
  addresses: "Where the bus is.",
  instance: "This run of the service, as hubs know it; null while it is not connected.",
  identity:
    "own: no other machine is known to use this node's key. shared: another one does, and an operator of the hub has to decide. copy: the hub has decided for another one.",
  note: "What stands in the way, in a sentence.",
};

/** Belonging to a fleet, on the side of the node. */
export const METHODS = {
  "pilothouse.join": extension({
    scope: "all",
    changes: true,
    description: "Joins a fleet with the token of an invitation. Can be repeated after a failure.",
    params: {
      token: { type: secret, description: "The invitation's token, `ph1_…`." },
      name: optional(
        text,
        "The node's name in the fleet: 1 to 63 of a-z, 0-9, dots and hyphens. Default: the host's name, with a number if another node has it.",
      ),
    },
    result: describe(RESULTS, "pilothouse.join", SAYS),
  }),
  "pilothouse.leave": extension({
    scope: "all",
    changes: true,
    description: "Leaves the fleet. Works without the hub, which is notified if it can be reached.",
    params: {},
    result: describe(RESULTS, "pilothouse.leave", {
      Left: "Whether the node belonged to a fleet.",
      note: "What is left to do, in a sentence.",
    }),
  }),
  "pilothouse.membership": extension({
    scope: "read",
    description: "The fleet that this node belongs to.",
    params: {},
    result: describe(RESULTS, "pilothouse.membership", SAYS),
  }),
} as const;

export const AUDIT = ["join a fleet", "leave the fleet"] as const;
/** What a node does not do for a hub. */
export const AUDIT_TEXTS = {
  "hub beyond": "command of a hub beyond what is allowed[: {method}][ with {key}]",
  "hub command": "command of a hub refused: {why}",
  "hub notice": "notice of a hub refused: {why}",
} as const;
