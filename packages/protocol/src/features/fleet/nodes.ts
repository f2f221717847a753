import { call } from "../../kernel/shapes.js";
import { labelChanges, labels, nodeName } from "../../kinds/fleet-kinds.js";
import { count, flag, type Kind, listOf, orNull, record, secret, text, whole } from "../../kinds/kinds.js";
import { somePassword } from "../../kinds/password.js";
import { choice } from "../../kinds/setting-kinds.js";
import { NODE_COLUMN_NAMES, NODE_STATES, nodeColumns, nodeEntry } from "../../tables/fleet/fleet-nodes.js";
import { ACCOUNT_NAME, ROLE_NAMES } from "./operators.js";
import { QUEUE_METHODS } from "./queue.js";
import { ROLLOUT_METHODS } from "./rollouts.js";

const DAY = 86_400_000;
/** The life of an invitation, unless another is given. */
export const INVITATION_LIFE = 3_600_000;
/** Rows of a page: more would hold up the hub for longer than others should wait. */
export const MOST_NODES = 1_000;

export const INVITATION_STATES = ["open", "used", "expired", "revoked"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

const invitation = record({
  id: text,
  state: choice(...INVITATION_STATES),
  labels,
  uses: count,
  used: count,
  waiting: count,
  full: flag,
  wait: flag,
  by: text,
  created: count,
  expires: count,
});
export type InvitationEntry = ReturnType<(typeof invitation)["read"]>;

const waitingNode = record({
  id: text,
  name: text,
  labels,
  fingerprint: text,
  since: count,
  invitation: text,
});
export type WaitingEntry = ReturnType<(typeof waitingNode)["read"]>;

const operator = record({ name: text, role: choice(...ROLE_NAMES), labels, created: count });
export type OperatorEntry = ReturnType<(typeof operator)["read"]>;

const counted: Kind<readonly { readonly name: string; readonly nodes: number }[]> = listOf(
  record({ name: text, nodes: count }),
);
const node = { kind: text, says: "Name or id of the node." } as const;

/** What selects nodes; all that is given must fit. */
export const SELECTION = {
  filter: { kind: text, says: "Part of the name.", optional: true },
  labels: { kind: labels, says: "Labels that the node must have, with these values.", optional: true },
  state: { kind: choice(...NODE_STATES), says: "The state that the node must be in.", optional: true },
} as const;

/** The methods that only a hub has. */
export const FLEET_METHODS = {
  ...QUEUE_METHODS,
  ...ROLLOUT_METHODS,
  "fleet.nodes": call({
    guard: "token",
    scope: "read",
    says: "The nodes of the fleet that fit, in the order of their names, as columns and in pages.",
    params: {
      ...SELECTION,
      columns: {
        kind: listOf(choice(...NODE_COLUMN_NAMES)),
        says: "The columns wanted; default: all of them.",
        optional: true,
      },
      after: {
        kind: text,
        says: "Only nodes behind this name: the `next` of the page before.",
        optional: true,
      },
      limit: { kind: whole(1, MOST_NODES), says: `Nodes in the page; ${MOST_NODES}.`, optional: true },
    },
    result: {
      columns: { kind: nodeColumns, says: "One list for each column, as long as there are nodes." },
      next: { kind: orNull(text), says: "Where the next page begins; null after the last." },
    },
    others: "refused",
    extension: true,
  }),
  "fleet.node": call({
    guard: "token",
    scope: "read",
    says: "All that is known of one node.",
    params: { node },
    result: { node: { kind: nodeEntry, says: "The node." } },
    others: "refused",
    extension: true,
  }),
  "fleet.summary": call({
    guard: "token",
    scope: "read",
    says: "The fleet in figures.",
    params: {},
    result: {
      nodes: { kind: count, says: "How many nodes there are." },
      states: { kind: counted, says: "How many are in each state." },
      versions: { kind: counted, says: "How many have each version of the router; the most common first." },
      services: { kind: counted, says: "How many have each version of the service; the most common first." },
      labels: { kind: counted, says: "How many have each label, as `key=value`." },
      inbound: { kind: count, says: "Bytes per second of all that are online." },
      outbound: { kind: count, says: "Bytes per second of all that are online." },
      participating: { kind: count, says: "Tunnels of others that pass through them." },
      restartNeeded: { kind: count, says: "How many wait for a restart to use saved settings." },
      bus: { kind: flag, says: "Whether the hub has a connection to its bus." },
      damaged: {
        kind: orNull(listOf(text)),
        says: "Entries of the fleet's state that were damaged and were set aside within the last month.",
      },
    },
    others: "refused",
    extension: true,
  }),
  "fleet.label": call({
    guard: "token",
    scope: "settings",
    changes: true,
    says: "Changes labels of a node; those that are not named stay.",
    params: { node, labels: { kind: labelChanges, says: "New values by key; null removes a label." } },
    result: { labels: { kind: labels, says: "All labels of the node." } },
    others: "refused",
    extension: true,
  }),
  "fleet.rename": call({
    guard: "token",
    scope: "settings",
    changes: true,
    says: "Gives a node another name.",
    params: { node, name: { kind: nodeName, says: "Its new name; no other node may have it." } },
    result: { name: { kind: text, says: "The new name." } },
    others: "refused",
    extension: true,
  }),
  "fleet.adopt": call({
    guard: "token",
    scope: "all",
    changes: true,
    says: "Makes a record for a node in the state unknown: it has a key of the fleet, and this hub has lost its record.",
    params: {
      node: { kind: text, says: "Fingerprint or id of the node." },
      name: {
        kind: nodeName,
        says: "Its name. Default: what it calls itself, with a number if another node has that name.",
        optional: true,
      },
      labels: { kind: labels, says: "Its labels, which nodes do not know themselves.", optional: true },
    },
    result: { name: { kind: text, says: "Its name." } },
    others: "refused",
    extension: true,
  }),
  "fleet.remove": call({
    guard: "token",
    scope: "all",
    changes: true,
    says: "Removes a node from the fleet, also an unknown one, and revokes its key. It continues as a service on its own.",
    params: { node },
    result: { Removed: { kind: flag, says: "Always true." } },
    others: "refused",
    extension: true,
  }),
  "fleet.keep": call({
    guard: "token",
    scope: "all",
    changes: true,
    says: "Decides which of two machines with the key of one node stays that node. The other is a copy from then on: it must join again.",
    params: {
      node,
      instance: {
        kind: text,
        says: "The instance that stays, as `fleet.node` lists it and `pilothouse.membership` names it there; may be left out if only one is at work.",
        optional: true,
      },
    },
    result: { instance: { kind: text, says: "The instance that stays." } },
    others: "refused",
    extension: true,
  }),
  "fleet.invite": call({
    guard: "token",
    scope: "all",
    changes: true,
    says: "Makes an invitation. Its token is shown here and nowhere else.",
    params: {
      labels: { kind: labels, says: "Labels of the nodes that join with it.", optional: true },
      uses: { kind: whole(1, 100_000), says: "How many nodes may join with it; 1.", optional: true },
      lifetime: {
        kind: whole(60_000, 365 * DAY),
        says: "Milliseconds until it expires; default: an hour.",
        optional: true,
      },
      wait: {
        kind: flag,
        says: "Whether nodes that join with it wait until they are accepted, for images made beforehand.",
        optional: true,
      },
      replaces: {
        kind: text,
        says: "The node whose name and labels the new one takes over, after a reinstallation; its old key is refused from then on.",
        optional: true,
      },
    },
    result: {
      token: { kind: secret, says: "What `pilothouse join` is given." },
      id: { kind: text, says: "The invitation." },
      expires: { kind: count, says: "When it expires, in milliseconds since the epoch." },
    },
    others: "refused",
    extension: true,
  }),
  "fleet.invitations": call({
    guard: "token",
    scope: "all",
    says: "Lists the invitations, also those that were used, expired or revoked; with an id, revokes one.",
    params: {
      revoke: { kind: text, says: "Id of the invitation to revoke.", optional: true, changes: true },
    },
    result: {
      invitations: {
        kind: listOf(invitation),
        says: "All of them, oldest first. `state`: open, used (as often as it allows), expired or revoked. `waiting`: how many nodes wait with it; `full`: no more may.",
      },
    },
    others: "refused",
    extension: true,
  }),
  "fleet.waiting": call({
    guard: "token",
    scope: "all",
    says: "Lists the nodes that wait to be accepted; accepts or refuses one.",
    params: {
      accept: {
        kind: text,
        says: "Fingerprint or id of the node to accept, or the name it asks for if no other one asks for it.",
        optional: true,
        changes: true,
      },
      refuse: {
        kind: text,
        says: "The same, of the node to refuse.",
        optional: true,
        changes: true,
      },
    },
    result: {
      waiting: { kind: listOf(waitingNode), says: "All that wait, oldest first. `name`: what it asks for." },
    },
    others: "refused",
    extension: true,
  }),
  "fleet.operators": call({
    guard: "token",
    scope: "all",
    says: "Lists the accounts of the hub; with a name, makes or changes one, or removes it.",
    params: {
      name: { kind: ACCOUNT_NAME, says: "The account to make or change.", optional: true, changes: true },
      password: {
        kind: somePassword,
        says: "Its password, of at least 10 characters and not a common one; wanted for a new account.",
        optional: true,
      },
      role: {
        kind: choice(...ROLE_NAMES),
        says: "What it may do; wanted for a new account.",
        optional: true,
      },
      labels: {
        kind: labels,
        says: "It sees and manages only nodes with these labels; none means all nodes.",
        optional: true,
      },
      remove: { kind: flag, says: "Whether to remove the account.", optional: true },
    },
    result: { operators: { kind: listOf(operator), says: "All accounts, by name." } },
    others: "refused",
    extension: true,
  }),
  "fleet.password": call({
    guard: "token",
    scope: "read",
    changes: true,
    says: "Changes the password of the caller's own account, and ends its sessions.",
    params: {
      current: { kind: secret, says: "The password so far." },
      password: {
        kind: somePassword,
        says: "The new password, of at least 10 characters and not a common one.",
      },
    },
    result: { Changed: { kind: flag, says: "Always true." } },
    others: "refused",
    extension: true,
  }),
} as const;

export type FleetMethod = keyof typeof FLEET_METHODS;
