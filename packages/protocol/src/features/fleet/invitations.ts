import { extension, optional } from "../../kernel/shapes.js";
import { labels } from "../../value-types/fleet-types.js";
import { choiceOf } from "../../value-types/setting-types.js";
import { count, flag, integer, listOf, orNull, record, secret, text } from "../../value-types/value-types.js";

const DAY = 86_400_000;
/** The life of an invitation, unless another is given. */
export const INVITATION_LIFE = 3_600_000;

export const INVITATION_STATES = ["open", "used", "expired", "revoked"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

const invitation = record({
  id: text,
  state: choiceOf(INVITATION_STATES),
  labels,
  uses: count,
  used: count,
  waiting: count,
  full: flag,
  wait: flag,
  by: text,
  created: count,
  expires: count,
  replaces: orNull(text),
});
export type InvitationEntry = ReturnType<(typeof invitation)["read"]>;

const waitingNode = record({
  id: text,
  name: text,
  gets: text,
  labels,
  fingerprint: text,
  since: count,
  invitation: text,
});
export type WaitingEntry = ReturnType<(typeof waitingNode)["read"]>;

/** How nodes come into a fleet. */
export const METHODS = {
  "fleet.invite": extension({
    scope: "all",
    changes: true,
    description: "Makes an invitation. Its token is shown here and nowhere else.",
    params: {
      labels: optional(labels, "Labels of the nodes that join with it."),
      uses: optional(integer(1, 100_000), "How many nodes may join with it; 1."),
      lifetime: optional(integer(60_000, 365 * DAY), "Milliseconds until it expires; default: an hour."),
      wait: optional(
        flag,
        "Whether nodes that join with it wait until they are accepted, for images made beforehand.",
      ),
      replaces: optional(
        text,
        "The node whose name and labels the new one takes over, after a reinstallation; its old key is refused from then on.",
      ),
    },
    result: {
      token: { type: secret, description: "What `pilothouse join` is given." },
      id: { type: text, description: "The invitation." },
      expires: { type: count, description: "When it expires, in milliseconds since the epoch." },
    },
  }),
  "fleet.invitations": extension({
    scope: "all",
    description:
      "Lists the invitations, also those that were used, expired or revoked; with an id, revokes one.",
    params: {
      revoke: optional(text, "Id of the invitation to revoke.", { changes: true }),
    },
    result: {
      invitations: {
        type: listOf(invitation),
        description:
          "All of them, oldest first. `state`: open, used (as often as it allows), expired or revoked. `waiting`: how many nodes wait with it; `full`: no more may. `replaces`: the name of the node whose place the one that joins with it takes.",
      },
    },
  }),
  "fleet.waiting": extension({
    scope: "all",
    description: "Lists the nodes that wait to be accepted; accepts or refuses one.",
    params: {
      accept: optional(
        text,
        "Fingerprint or id of the node to accept, or the name it asks for if no other one asks for it.",
        { changes: true },
      ),
      refuse: optional(text, "The same, of the node to refuse.", { changes: true }),
    },
    result: {
      waiting: {
        type: listOf(waitingNode),
        description:
          "All that wait, oldest first. `name`: what it asks for; `gets`: the name that it would get now, which is another if a node has that one.",
      },
      accepted: { type: orNull(text), description: "With `accept`: the name that the node got." },
    },
  }),
} as const;

export const AUDIT = ["node invited", "invitation revoked"] as const;
