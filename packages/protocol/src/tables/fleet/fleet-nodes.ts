import { columnsOf, labels } from "../../kinds/fleet-kinds.js";
import { count, flag, type Kind, listOf, orNull, record, text, type ValueOf } from "../../kinds/kinds.js";
import { choice } from "../../kinds/setting-kinds.js";

/** Online while it reports; waiting until an operator accepts it; unknown if it has a key of the fleet and no record here. */
export const NODE_STATES = ["online", "offline", "waiting", "unknown", "duplicate"] as const;
export type NodeState = (typeof NODE_STATES)[number];

interface ColumnRow {
  readonly kind: Kind<unknown>;
  readonly says: string;
}

/** What a hub knows of a node. Null: the node has not said it yet. */
export const NODE_COLUMNS = {
  name: { kind: text, says: "its name in the fleet; the fingerprint of one that is waiting or unknown" },
  id: { kind: text, says: "the public half of its key, which never changes" },
  state: {
    kind: choice(...NODE_STATES),
    says: "online, offline, waiting (to be accepted), unknown (to be adopted or removed) or duplicate (two machines use its key; fleet.keep decides)",
  },
  labels: { kind: labels, says: "its labels" },
  router: { kind: orNull(text), says: "which kind of router it manages" },
  simulated: { kind: orNull(flag), says: "whether that router is only simulated" },
  version: { kind: orNull(text), says: "version of the router" },
  service: { kind: orNull(text), says: "version of the service" },
  phase: { kind: orNull(text), says: "running, starting, stopping, stopped, draining, crashed, unreachable" },
  netStatus: { kind: orNull(count), says: "reachability, a code as `router.net.status` has it" },
  inbound: { kind: orNull(count), says: "bytes per second, over 15 seconds" },
  outbound: { kind: orNull(count), says: "bytes per second, over 15 seconds" },
  participating: { kind: orNull(count), says: "tunnels of others that pass through" },
  uptime: { kind: orNull(count), says: "milliseconds since the router's start" },
  starts: { kind: orNull(count), says: "starts of the router that the service has seen" },
  restartNeeded: { kind: orNull(flag), says: "whether a saved setting waits for a restart" },
  settings: { kind: orNull(text), says: "checksum of the router's settings, without secrets" },
  applied: { kind: orNull(text), says: "checksum of the template that was applied last" },
  drifted: { kind: orNull(flag), says: "whether settings differ from what was applied last" },
  allow: { kind: orNull(text), says: "what the node lets a hub do: read, operate or all" },
  asksFor: { kind: orNull(text), says: "the name that a waiting or unknown one asks for" },
  stopped: { kind: flag, says: "whether it is offline because its service was stopped, as it said itself" },
  instances: {
    kind: listOf(text),
    says: "the runs of its service that are at work, each with an id of its own; more than one of a duplicate",
  },
  joined: { kind: count, says: "when it joined, in milliseconds since the epoch" },
  seen: { kind: orNull(count), says: "when it last reported, in milliseconds since the epoch" },
} as const satisfies { readonly [name: string]: ColumnRow };

export type NodeColumn = keyof typeof NODE_COLUMNS;
export const NODE_COLUMN_NAMES = Object.keys(NODE_COLUMNS) as readonly NodeColumn[];

type Kinds = { readonly [N in NodeColumn]: (typeof NODE_COLUMNS)[N]["kind"] };
export type NodeEntry = { readonly [N in NodeColumn]: ValueOf<Kinds[N]> };

const kinds = Object.fromEntries(
  Object.entries(NODE_COLUMNS).map(([name, { kind }]) => [name, kind]),
) as unknown as Kinds;

export const nodeColumns = columnsOf(kinds);
export const nodeEntry = record(kinds) as Kind<NodeEntry>;
