import { NET_STATUS, type NetStatus } from "@pilothouse/client";
import { NODE_COLUMN_NAMES, type NodeColumn, type NodeEntry, type NodeState } from "@pilothouse/protocol";
import type { Context } from "../../../command/context.js";
import { ownCommand } from "../../../package-file.js";
import { call } from "../../../remote/call.js";
import { type Connection, withClient } from "../../../remote/session.js";
import { Complaint, EXIT } from "../../../terminal/exit.js";
import { cell } from "../../../terminal/output.js";
import { perSecond, since, span } from "../../../terminal/units.js";
import { labelChangesFrom, labelsFrom, labelText } from "../labels.js";
import { allPages, type SelectionOptions, selectionFrom } from "../selection.js";

interface Selected extends SelectionOptions {
  readonly state?: NodeState;
}

/** What the table shows: half of what there is, and less than half of the bytes. */
const SHOWN = [
  ...(["name", "router", "version", "state", "phase", "netStatus"] as const),
  ...(["inbound", "outbound", "labels", "seen", "stopped", "asksFor"] as const),
];
type Shown = Pick<NodeEntry, (typeof SHOWN)[number]>;

/** All nodes that fit, page after page. */
export async function fleetNodes(context: Context, _args: [], selected: Selected): Promise<void> {
  const { state } = selected;
  const selection = { ...selectionFrom(selected), ...(state && { state }) };
  const { out } = context;
  const columns: readonly NodeColumn[] = out.json ? NODE_COLUMN_NAMES : SHOWN;
  const pages = await withClient(context, (connection) =>
    allPages((from) => call(connection, "fleet.nodes", { ...selection, columns, ...from })),
  );
  const nodes = pages.flatMap((page) => rowsOf(page.columns, columns));
  out.list(nodes, `No node fits. ${ownCommand("fleet invite")} prints a token for a new one.`, {
    name: nameText,
    router: ({ router }) => cell(router),
    version: ({ version }) => cell(version),
    state: (node) => stateText(context, node),
    reachability,
    traffic: (node) => (node.inbound === null || !works(node) ? "" : `${perSecond(node.inbound)} in`),
    "": (node) => (node.outbound === null || !works(node) ? "" : `${perSecond(node.outbound)} out`),
    labels: ({ labels }) => cell(labelText(labels)),
    "last seen": ({ state, seen }) => (state === "online" ? "now" : since(seen)),
  });
}

function rowsOf(
  columns: { readonly [name: string]: readonly unknown[] | undefined },
  names: readonly NodeColumn[],
): Shown[] {
  return (columns["name"] ?? []).map((_, row) => {
    const node: { [name: string]: unknown } = {};
    for (const name of names) node[name] = columns[name]?.[row];
    return node as unknown as Shown;
  });
}

const COLOURS = {
  online: "green",
  offline: "red",
  waiting: "yellow",
  unknown: "yellow",
  duplicate: "red",
} as const;

/** The state, and the router's phase where that says more. */
const stateText = ({ out }: Context, { state, phase, stopped }: Shown): string => {
  const more = state === "online" && phase !== "running" ? cell(phase) : stopped ? "stopped" : "";
  return out.paint(COLOURS[state], state) + (more && `, ${more}`);
};

/** One that is waiting or unknown has no name here: its fingerprint, and what it calls itself. */
const nameText = ({ name, asksFor }: Pick<Shown, "name" | "asksFor">): string =>
  asksFor === null ? cell(name) : `${cell(name)} (${cell(asksFor)})`;

/** What a router did last, or how it was reached, says nothing of now if it does not run or its node is away. */
const works = ({ state, phase }: Pick<NodeEntry, "state" | "phase">): boolean =>
  state === "online" && (phase === "running" || phase === "draining");

const reachability = (node: Shown): string =>
  node.netStatus === null || !works(node)
    ? ""
    : (NET_STATUS[node.netStatus as NetStatus]?.name ?? String(node.netStatus));

export async function fleetNode(context: Context, [name]: [string]): Promise<void> {
  const { node } = await call(context, "fleet.node", { node: name });
  const { out } = context;
  out.result(node, () =>
    out.table([
      ["name", nameText(node)],
      ...(node.gets ? [["gets the name", cell(node.gets)]] : []),
      ["id", cell(node.id)],
      ["state", stateText(context, node)],
      ["labels", cell(labelText(node.labels))],
      ["router", cell(`${node.router ?? "unknown"} ${node.version ?? ""}`)],
      ["service", cell(node.service)],
      ["reachability", reachability(node)],
      [
        "traffic",
        works(node) ? `${perSecond(node.inbound ?? 0)} in, ${perSecond(node.outbound ?? 0)} out` : "",
      ],
      ["tunnels of others", works(node) ? String(node.participating ?? "") : ""],
      ["uptime", works(node) && node.uptime !== null ? span(node.uptime) : ""],
      ["restart needed", node.restartNeeded ? "yes" : "no"],
      ["lets the hub", cell(node.allow)],
      [node.instances.length > 1 ? "instances" : "instance", cell(node.instances.join(", "))],
      ["joined", since(node.joined)],
      [
        "last seen",
        node.unheard === null
          ? since(node.seen)
          : `${since(node.seen)} or up to five minutes later; not since the hub's start at ${since(node.unheard)}`,
      ],
    ]),
  );
}

export async function fleetLabel(context: Context, [node, ...given]: [string, string[]]): Promise<void> {
  const { labels } = await call(context, "fleet.label", { node, labels: labelChangesFrom(given.flat()) });
  context.out.result({ node, labels }, () => `${node} has ${labelText(labels) || "no labels"}.`);
}

export async function fleetRename(context: Context, [node, name]: [string, string]): Promise<void> {
  await call(context, "fleet.rename", { node, name });
  context.out.result({ from: node, to: name }, () => `${node} is now called ${name}.`);
}

interface Adopting {
  readonly all?: true;
  readonly name?: string;
  readonly label?: readonly string[];
}

/** One by its fingerprint, or all that are unknown now. */
export async function fleetAdopt(
  context: Context,
  [node]: [string?],
  { all, name, label }: Adopting,
): Promise<void> {
  if ((node === undefined) === (all === undefined))
    throw new Complaint("name one node by its fingerprint, or give --all", EXIT.usage);
  if (all && name !== undefined) throw new Complaint("--name is for one node", EXIT.usage);
  const labels = label && { labels: labelsFrom(label) };
  const adopted = await withClient(context, async (connection) => {
    const names: string[] = [];
    for (const which of node === undefined ? await unknownNodes(connection) : [node]) {
      const asked = { node: which, ...(name !== undefined && { name }), ...labels };
      names.push((await call(connection, "fleet.adopt", asked)).name);
    }
    return names;
  });
  context.out.result({ adopted }, () =>
    adopted.length === 0 ? "No node is unknown." : `Adopted: ${adopted.map(cell).join(", ")}.`,
  );
}

async function unknownNodes(connection: Connection): Promise<readonly string[]> {
  const asked = { state: "unknown", columns: ["id"] } as const;
  return (await call(connection, "fleet.nodes", asked)).columns.id ?? [];
}

export async function fleetRemove(context: Context, [node]: [string]): Promise<void> {
  await context.ask.agree(`Remove ${node} from the fleet? Only a new invitation brings it back.`);
  await call(context, "fleet.remove", { node });
  context.out.result(
    { removed: node },
    () => `${node} is removed. Its router keeps running, outside the fleet.`,
  );
}

export async function fleetKeep(
  context: Context,
  [node]: [string],
  { instance }: { readonly instance?: string },
): Promise<void> {
  const kept = await call(context, "fleet.keep", { node, ...(instance && { instance }) });
  context.out.result(
    { node, ...kept },
    () => `${node} is the instance ${cell(kept.instance)}. Any other machine with its key must join again.`,
  );
}

export async function fleetSummary(context: Context): Promise<void> {
  const summary = await call(context, "fleet.summary", {});
  const { out } = context;
  const list = (counted: readonly { readonly name: string; readonly nodes: number }[]) =>
    counted.map(({ name, nodes }) => `${nodes} ${cell(name)}`).join(", ");
  out.result(summary, () =>
    out.table([
      ["nodes", `${summary.nodes}: ${list(summary.states)}`],
      ["versions", list(summary.versions)],
      ["services", list(summary.services)],
      ["labels", list(summary.labels)],
      ["traffic", `${perSecond(summary.inbound)} in, ${perSecond(summary.outbound)} out`],
      ["tunnels of others", String(summary.participating)],
      ["restart needed", String(summary.restartNeeded)],
      ...(summary.damaged?.length ? [["damaged, set aside", cell(summary.damaged.join(", "))]] : []),
      ["bus", summary.bus ? "connected" : "not connected; the hub reconnects automatically"],
    ]),
  );
}
