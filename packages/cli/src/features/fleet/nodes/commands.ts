import { argument, type CommandDefinition, option, YES } from "../../../command/definition.js";

const LABEL = option("--label <key=value...>", "a label, such as site=ams; may be repeated");
const nodes = async () => import("./nodes.js");
const joining = async () => import("./joining.js");
const NODE = argument("<node>", "the node's name or id");

/** Many routers from one place. The commands talk to a hub. */
export const NODE_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "fleet nodes",
    description: "Print the nodes of the fleet: state, router, reachability, traffic, labels.",
    options: [
      LABEL,
      option("--state <state>", "only those that are online, offline, waiting, unknown or duplicate"),
      option("--filter <text>", "only those with this in their names"),
    ],
    notes:
      "Other commands that take -p work on a node too: -p HUB/NODE names it, HUB being the hub's profile.",
    examples: [
      "pilothouse fleet nodes",
      "pilothouse fleet nodes --label site=ams --state offline --json",
      "pilothouse -p hub/attic info",
    ],
    load: async () => (await nodes()).fleetNodes,
  },
  {
    name: "fleet node",
    description: "Print what is known of one node.",
    args: [NODE],
    examples: ["pilothouse fleet node attic"],
    load: async () => (await nodes()).fleetNode,
  },
  {
    name: "fleet summary",
    description: "Print the fleet in figures.",
    examples: ["pilothouse fleet summary"],
    load: async () => (await nodes()).fleetSummary,
  },
  {
    name: "fleet invite",
    description: "Make an invitation and print its token, this once.",
    options: [
      LABEL,
      option("--uses <count>", "how many nodes may join with it (default: 1)"),
      option("--expires <time>", "how long it can be used", { preset: "1h" }),
      option("--wait", "nodes that join with it wait until you accept them"),
      option(
        "--replaces <node>",
        "the node whose place the new one takes, after a reinstallation: it gets the name and the labels",
      ),
    ],
    examples: [
      "pilothouse fleet invite --label site=ams",
      "pilothouse fleet invite --uses 20 --expires 7d --wait",
    ],
    load: async () => (await joining()).fleetInvite,
  },
  {
    name: "fleet invitations",
    description: "Print all invitations and their state, or revoke one.",
    options: [option("--revoke <id>", "the invitation to revoke; nodes that have joined stay")],
    notes: "The state is open, used (as often as it allows), expired or revoked.",
    examples: ["pilothouse fleet invitations", "pilothouse fleet invitations --revoke 9f3c2a61b07d4e85"],
    load: async () => (await joining()).fleetInvitations,
  },
  {
    name: "fleet waiting",
    description: "Print the nodes that wait to be accepted.",
    examples: ["pilothouse fleet waiting"],
    load: async () => (await joining()).fleetWaiting,
  },
  {
    name: "fleet accept",
    description: "Accept a node that waits, or refuse it.",
    args: [argument("<node>", "its fingerprint, as `join` printed it there; or its key or name")],
    options: [option("--refuse", "refuse it instead")],
    notes: `Anybody who has the invitation can ask for any name, so the name counts only if no other node that waits
asks for it. If a member has the name already, the node gets a number: attic-2.`,
    examples: [
      "pilothouse fleet accept 1f0c-93ab-77de-0b52-c4e8-6a19",
      "pilothouse fleet accept --refuse attic",
    ],
    load: async () => (await joining()).fleetAccept,
  },
  {
    name: "fleet label",
    description: "Change labels of a node.",
    args: [NODE, argument("<labels...>", "key=value sets a label, key- removes it")],
    examples: ["pilothouse fleet label attic site=ams tier-"],
    load: async () => (await nodes()).fleetLabel,
  },
  {
    name: "fleet rename",
    description: "Give a node another name.",
    args: [NODE, argument("<name>", "its new name")],
    examples: ["pilothouse fleet rename attic roof"],
    load: async () => (await nodes()).fleetRename,
  },
  {
    name: "fleet adopt",
    description: "Make a record for a node that has a key of the fleet and is unknown to this hub.",
    args: [argument("[node]", "its fingerprint or id, as `fleet nodes --state unknown` prints it")],
    options: [
      option("--all", "all nodes that are unknown now"),
      option("--name <name>", "its name (default: what it calls itself)"),
      LABEL,
    ],
    notes: `A hub whose data was restored from a backup does not know nodes that joined after it was made. Labels have
to be set again. A node that you do not want is removed with pilothouse fleet remove.`,
    examples: [
      "pilothouse fleet nodes --state unknown",
      "pilothouse fleet adopt 1f0c-93ab-77de-0b52-c4e8-6a19 --label site=ams",
      "pilothouse fleet adopt --all",
    ],
    load: async () => (await nodes()).fleetAdopt,
  },
  {
    name: "fleet remove",
    description: "Remove a node from the fleet; its key opens nothing any more.",
    args: [NODE],
    options: [YES],
    examples: ["pilothouse fleet remove attic"],
    load: async () => (await nodes()).fleetRemove,
  },
  {
    name: "fleet keep",
    description: "Decide which of two machines with the key of one node stays that node.",
    args: [NODE],
    options: [
      option(
        "--instance <id>",
        "the one that stays, as `fleet node` lists it; may be left out if only one is at work",
      ),
    ],
    notes: `A machine that was cloned or restored while the original runs has the same key. The hub then changes nothing on
either. pilothouse membership prints the instance of the machine where you run it. The other one must join again
with a new invitation.`,
    examples: ["pilothouse fleet keep attic --instance pX3vQ0kf9ZaB"],
    load: async () => (await nodes()).fleetKeep,
  },
  {
    name: "fleet queue",
    description: "Print the calls that wait for nodes that are offline; add one, or cancel one.",
    args: [
      argument("[node]", "the node"),
      argument("[method]", "the method to call there, once, when it is online", "method"),
      argument("[params]", "its parameters, as JSON"),
    ],
    options: [
      option("--expires <time>", "how long it waits", { preset: "24h" }),
      option("--cancel <id>", "end a call that waits"),
    ],
    notes: `A call must change something and hold no secret. What became of it is shown for a week. The node
carries it out once, even if the hub has to send it again.`,
    examples: [
      "pilothouse fleet queue",
      "pilothouse fleet queue attic RouterManager '{\"RestartGraceful\":null}' --expires 7d",
    ],
    load: async () => (await import("./queue.js")).fleetQueue,
  },
  {
    name: "fleet operators",
    description: "Print the accounts of the hub; make, change or remove one.",
    args: [argument("[name]", "the account to make or change")],
    options: [
      option("--role <role>", "viewer, operator or admin"),
      option("--label <key=value...>", "only nodes with these labels"),
      option("--password", "ask for a new password, or read it from standard input"),
      option("--remove", "remove the account"),
    ],
    notes: `viewer: sees nodes and their figures. operator: also acts on routers and changes settings that hold no
secret. admin: everything. A new account needs --role and --password. Every change ends its sessions.`,
    examples: [
      "pilothouse fleet operators",
      "pilothouse fleet operators anna --role operator --label site=ams --password",
      "pilothouse login hub.example --user anna",
    ],
    load: async () => (await import("./operators.js")).fleetOperators,
  },
];
