import { extension, optional, type ResultDefinition } from "../../kernel/shapes.js";
import { columnsOf, labelChanges, labels, nodeName } from "../../value-types/fleet-types.js";
import { choice, choiceOf } from "../../value-types/setting-types.js";
import {
  count,
  double,
  flag,
  integer,
  listOf,
  orNull,
  record,
  text,
  type ValueOf,
  type ValueType,
} from "../../value-types/value-types.js";
import { FLEET_FINDING_KEYS } from "./findings.js";

/** Online while it reports; waiting until an operator accepts it; unknown if it has a key of the fleet and no record here. */
export const NODE_STATES = ["online", "offline", "waiting", "unknown", "duplicate"] as const;
export type NodeState = (typeof NODE_STATES)[number];

/** How many values there are of a node's last hour. */
export const RECENT_VALUES = 20;

/** What a hub knows of a node. Null: the node has not said it yet. */
export const NODE_COLUMNS = {
  name: {
    type: text,
    description: "its name in the fleet; the fingerprint of one that is waiting or unknown",
  },
  id: { type: text, description: "the public half of its key, which never changes" },
  state: {
    type: choiceOf(NODE_STATES),
    description:
      "online, offline, waiting (to be accepted), unknown (to be adopted or removed) or duplicate (two machines use its key; fleet.keep decides)",
  },
  verdict: {
    type: choice("ok", "wait", "warning", "problem"),
    description: "the worst of its findings; ok when there are none but notes, wait while that is not known",
  },
  findings: { type: listOf(text), description: "what the hub finds about it: keys of findings" },
  labels: { type: labels, description: "its labels" },
  router: { type: orNull(text), description: "which kind of router it manages" },
  simulated: { type: orNull(flag), description: "whether that router is only simulated" },
  version: { type: orNull(text), description: "version of the router" },
  service: { type: orNull(text), description: "version of the service" },
  phase: {
    type: orNull(text),
    description: "running, starting, stopping, stopped, draining, crashed, unreachable",
  },
  netStatus: { type: orNull(count), description: "reachability, a code as `router.net.status` has it" },
  inbound: { type: orNull(count), description: "bytes per second, over 15 seconds" },
  outbound: { type: orNull(count), description: "bytes per second, over 15 seconds" },
  recent: {
    type: listOf(orNull(count)),
    description:
      "its traffic of the last hour in both directions, in bytes per second, a value for every three minutes, the newest last; null where it was not heard of",
  },
  participating: { type: orNull(count), description: "tunnels of others that pass through" },
  uptime: { type: orNull(count), description: "milliseconds since the router's start" },
  starts: { type: orNull(count), description: "starts of the router that the service has seen" },
  restartNeeded: { type: orNull(flag), description: "whether a saved setting waits for a restart" },
  settings: { type: orNull(text), description: "checksum of the router's settings, without secrets" },
  applied: { type: orNull(text), description: "checksum of the template that was applied last" },
  drifted: { type: orNull(flag), description: "whether settings differ from what was applied last" },
  allow: { type: orNull(text), description: "what the node lets a hub do: read, operate or all" },
  asksFor: { type: orNull(text), description: "the name that a waiting or unknown one asks for" },
  gets: {
    type: orNull(text),
    description:
      "the name that a waiting or unknown one would get now, if it were accepted or adopted: with a number if another node has the one that it asks for",
  },
  stopped: {
    type: flag,
    description: "whether it is offline because its service was stopped, as it said itself",
  },
  instances: {
    type: listOf(text),
    description:
      "the runs of its service that are at work, each with an id of its own; more than one of a duplicate",
  },
  joined: { type: count, description: "when it joined, in milliseconds since the epoch" },
  seen: { type: orNull(count), description: "when it last reported, in milliseconds since the epoch" },
  unheard: {
    type: orNull(count),
    description:
      "since when the hub has listened for it in vain after a start, if it may have reported for up to five minutes after `seen`, because the hub was killed; otherwise null",
  },
  up: {
    type: orNull(double),
    description:
      "for how much of the last day its router ran, as far as the hub could see that: 1 is all of it; null while nothing is known",
  },
  upKnown: { type: double, description: "for how much of the last day the hub could see it" },
} as const satisfies { readonly [name: string]: ResultDefinition };

export type NodeColumn = keyof typeof NODE_COLUMNS;
export const NODE_COLUMN_NAMES = Object.keys(NODE_COLUMNS) as readonly NodeColumn[];

const UNSORTED = ["findings", "instances", "recent", "gets"] as const satisfies readonly NodeColumn[];
export type NodeSort = Exclude<NodeColumn, (typeof UNSORTED)[number]> | "traffic";
/** What nodes can be sorted by. */
export const NODE_SORTS = [
  ...NODE_COLUMN_NAMES.filter((name) => !(UNSORTED as readonly NodeColumn[]).includes(name)),
  "traffic",
] as readonly NodeSort[];

type ColumnTypes = { readonly [N in NodeColumn]: (typeof NODE_COLUMNS)[N]["type"] };
export type NodeEntry = { readonly [N in NodeColumn]: ValueOf<ColumnTypes[N]> };

const types = Object.fromEntries(
  Object.entries(NODE_COLUMNS).map(([name, { type }]) => [name, type]),
) as unknown as ColumnTypes;

export const nodeColumns = columnsOf(types);
export const nodeEntry = record(types) as ValueType<NodeEntry>;

/** Rows of a page: more would hold up the hub for longer than others should wait. */
export const MOST_NODES = 1_000;

const counted: ValueType<readonly { readonly name: string; readonly nodes: number }[]> = listOf(
  record({ name: text, nodes: count }),
);
const node = { type: text, description: "Name or id of the node." } as const;

/** What selects nodes; all that is given must fit. */
const SELECTION = {
  filter: optional(text, "Part of the name."),
  labels: optional(
    labels,
    "Labels that the node must have, with these values; one that is no member yet has none, unless `state` or `finding` asks for such nodes.",
  ),
  state: optional(choiceOf(NODE_STATES), "The state that the node must be in."),
  finding: optional(choiceOf(FLEET_FINDING_KEYS), "What must be found about the node: the key of a finding."),
} as const;

/** The nodes of a fleet. */
export const METHODS = {
  "fleet.nodes": extension({
    scope: "read",
    description:
      "The nodes of the fleet that fit, as columns and in pages, in the order of their names (node-2 before node-10) or by a column.",
    params: {
      ...SELECTION,
      sort: optional(
        choiceOf(NODE_SORTS),
        "The column they are sorted by, or `traffic` for both directions together; default: name. Nodes without a value come last. The next page is then asked for with `from`.",
      ),
      descending: optional(
        flag,
        "Whether the largest value comes first; for `verdict`, the worst. Default: false.",
      ),
      columns: optional(listOf(choiceOf(NODE_COLUMN_NAMES)), "The columns wanted; default: all of them."),
      after: optional(text, "Only nodes behind this name: the `next` of the page before."),
      from: optional(
        integer(0, 1_000_000),
        "Only nodes from this place on, the first being 0; instead of `after`.",
      ),
      limit: optional(integer(1, MOST_NODES), `Nodes in the page; ${MOST_NODES}.`),
    },
    result: {
      columns: { type: nodeColumns, description: "One list for each column, as long as there are nodes." },
      next: {
        type: orNull(text),
        description:
          "The name behind which the next page begins; null after the last, and with `from` or `sort`.",
      },
      total: { type: orNull(count), description: "With `from` or `sort`: how many nodes fit." },
    },
  }),
  "fleet.node": extension({
    scope: "read",
    description: "All that is known of one node.",
    params: { node },
    result: { node: { type: nodeEntry, description: "The node." } },
  }),
  "fleet.summary": extension({
    scope: "read",
    description: "The fleet in figures.",
    params: {},
    result: {
      nodes: { type: count, description: "How many nodes there are." },
      states: { type: counted, description: "How many are in each state." },
      versions: {
        type: counted,
        description: "How many have each version of the router; the most common first.",
      },
      services: {
        type: counted,
        description: "How many have each version of the service; the most common first.",
      },
      labels: { type: counted, description: "How many members have each label, as `key=value`." },
      inbound: { type: count, description: "Bytes per second of all that are online." },
      outbound: { type: count, description: "Bytes per second of all that are online." },
      participating: { type: count, description: "Tunnels of others that pass through them." },
      restartNeeded: { type: count, description: "How many wait for a restart to use saved settings." },
      bus: { type: flag, description: "Whether the hub has a connection to its bus." },
      damaged: {
        type: orNull(listOf(text)),
        description:
          "Entries of the fleet's state that were damaged and were set aside within the last month.",
      },
    },
  }),
  "fleet.label": extension({
    scope: "settings",
    changes: true,
    description: "Changes labels of a node; those that are not named stay.",
    params: { node, labels: { type: labelChanges, description: "New values by key; null removes a label." } },
    result: { labels: { type: labels, description: "All labels of the node." } },
  }),
  "fleet.rename": extension({
    scope: "settings",
    changes: true,
    description: "Gives a node another name.",
    params: { node, name: { type: nodeName, description: "Its new name; no other node may have it." } },
    result: { name: { type: text, description: "The new name." } },
  }),
  "fleet.adopt": extension({
    scope: "all",
    changes: true,
    description:
      "Makes a record for a node in the state unknown: it has a key of the fleet, and this hub has lost its record.",
    params: {
      node: { type: text, description: "Fingerprint or id of the node." },
      name: optional(
        nodeName,
        "Its name. Default: what it calls itself, with a number if another node has that name.",
      ),
      labels: optional(labels, "Its labels, which nodes do not know themselves."),
    },
    result: { name: { type: text, description: "Its name." } },
  }),
  "fleet.remove": extension({
    scope: "all",
    changes: true,
    description:
      "Removes a node from the fleet, also an unknown one, and revokes its key. It continues as a service on its own.",
    params: { node },
    result: { Removed: { type: flag, description: "Always true." } },
  }),
  "fleet.keep": extension({
    scope: "all",
    changes: true,
    description:
      "Decides which of two machines with the key of one node stays that node. The other is a copy from then on: it must join again.",
    params: {
      node,
      instance: optional(
        text,
        "The instance that stays, as `fleet.node` lists it and `pilothouse.membership` names it there; may be left out if only one is at work.",
      ),
    },
    result: { instance: { type: text, description: "The instance that stays." } },
  }),
} as const;

export const AUDIT = [
  "node accepted",
  "node adopted",
  "node refused",
  "node labelled",
  "node renamed",
  "node removed",
  "node instance kept",
] as const;
