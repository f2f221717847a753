import {
  badKey,
  type LabelChanges,
  type Labels,
  labels as labelsType,
  MOST_NODES,
  NODE_COLUMN_NAMES,
  type NodeColumn,
  type NodeEntry,
  RECENT_VALUES,
  Unfit,
} from "@pilothouse/protocol";
import { changesBetween, type Handlers } from "@pilothouse/server";
import type { FleetBus } from "../../hub-bus/fleet-bus.js";
import { fingerprintOf } from "../../joining/join-messages.js";
import type { NodeRecord } from "../../joining/node-record.js";
import { changeDocument } from "../../state/documents.js";
import type { SoundState } from "../../state/sound-state.js";
import type { FleetState } from "../../state/state.js";
import type { FleetJudge } from "../findings/judge.js";
import { COLUMN_OF, type KnownNode } from "../inventory/known-node.js";
import { both, EVERY, fits } from "../view/selection.js";
import { findAny, findNode, type NodeFinder, unknownNode } from "./find-node.js";
import { sortedBy } from "./sorting.js";

interface Needs extends NodeFinder {
  readonly state: FleetState & Pick<SoundState, "damaged">;
  readonly bus: FleetBus;
  readonly judge: FleetJudge;
}

type NodeMethod =
  | "fleet.nodes"
  | "fleet.node"
  | "fleet.summary"
  | "fleet.label"
  | "fleet.rename"
  | "fleet.adopt"
  | "fleet.remove";

/** The nodes of the fleet: seen, named, labelled and removed. */
export function nodeHandlers(needs: Needs): Pick<Handlers, NodeMethod> {
  const { inventory, operators, state, bus, judge } = needs;
  return {
    async "fleet.nodes"(
      {
        columns = NODE_COLUMN_NAMES,
        after,
        limit = MOST_NODES,
        finding,
        sort,
        descending,
        from,
        ...selection
      },
      { session },
    ) {
      const seen = both(operators.sees(session), fits(selection));
      const found = finding === undefined ? seen : both(seen, judge.holds(finding));
      // Others have no labels yet: they are listed by those that they would get only if they are asked for.
      const { labels = {}, state: wantedState } = selection;
      const isOfMembers =
        Object.keys(labels).length > 0 && wantedState === undefined && finding === undefined;
      const wanted = isOfMembers ? both(found, ({ standing }: KnownNode) => standing === "member") : found;
      if (sort === undefined && from === undefined && descending === undefined) {
        const { nodes, next } = inventory.page(wanted, after, limit);
        return { columns: columnsOf(needs, nodes, columns), next, total: null };
      }
      if (after !== undefined) throw badKey("after", "goes with the order of names: use from");
      const all = inventory.select(wanted);
      const [by, down, first] = [sort ?? "name", descending ?? false, from ?? 0];
      const sorted = by === "name" && !down ? all : await sortedBy(all, by, down, judge);
      const page = sorted.slice(first, first + limit);
      return { columns: columnsOf(needs, page, columns), next: null, total: all.length };
    },

    "fleet.node"({ node }, { session }) {
      const columns = columnsOf(needs, [findAny(needs, node, session)], NODE_COLUMN_NAMES);
      const entry = Object.entries(columns).map(([name, [value]]) => [name, value]);
      return { node: Object.fromEntries(entry) as NodeEntry };
    },

    "fleet.summary"(_params, { session }) {
      const sees = operators.sees(session);
      return {
        ...inventory.summary(sees),
        bus: bus.connected,
        damaged: sees === EVERY ? state.damaged : [],
      };
    },

    "fleet.label": ({ node: which, labels: changes }, call) =>
      call.audited("node labelled", async (changed) => {
        const { id, name } = findNode(needs, which, call.session);
        operators.requireOtherLabels(call.session, changes);
        let before: Labels = {};
        // Somebody else may change other labels of the node at the same moment: both are kept.
        const after = await changeDocument<NodeRecord>(state, `node/${id}`, (now) => {
          call.sessionSignal.throwIfAborted();
          if (now === undefined || !operators.sees(call.session)({ record: now })) throw unknownNode(which);
          before = now.labels;
          return { ...now, labels: changedLabels(before, changes) };
        });
        const labels = after?.labels ?? {};
        const prefixed = (some: object) => new Map(Object.entries(some).map(([k, v]) => [`${name} ${k}`, v]));
        changed(changesBetween(prefixed(before), prefixed(labels)));
        return { labels };
      }),

    "fleet.rename": ({ node: which, name }, call) =>
      call.audited("node renamed", async (changed) => {
        const node = findNode(needs, which, call.session);
        const old = node.name;
        call.sessionSignal.throwIfAborted();
        if (old !== name) await bus.enrolment.rename(node.id, name);
        changed(old === name ? [] : [{ name: fingerprintOf(node.id), old, new: name }]);
        return { name };
      }),

    "fleet.adopt": ({ node: which, name: chosen, labels = {} }, call) =>
      call.audited("node adopted", async (changed) => {
        const node = findAny(needs, which, call.session);
        if (node.standing !== "unknown")
          throw badKey("node", "is not unknown here; only such a node can be adopted");
        call.sessionSignal.throwIfAborted();
        const adoption = { name: chosen ?? node.asksFor ?? NAMELESS, chosen: chosen !== undefined, labels };
        const name = await bus.enrolment.adopt(node.id, adoption);
        changed([{ name, old: null, new: fingerprintOf(node.id) }]);
        return { name };
      }),

    "fleet.remove": ({ node: which }, call) =>
      call.audited("node removed", async (changed) => {
        const node = findAny(needs, which, call.session);
        if (node.standing === "waiting")
          throw badKey("node", "waits to be accepted: refuse it instead (fleet.waiting)");
        call.sessionSignal.throwIfAborted();
        await bus.enrolment.remove(node.id);
        changed([{ name: node.name, old: fingerprintOf(node.id), new: null }]);
        return { Removed: true };
      }),
  };
}

function columnsOf({ judge, inventory }: Needs, nodes: readonly KnownNode[], names: readonly NodeColumn[]) {
  const columns: { [name: string]: unknown[] } = {};
  const now = inventory.clock.now();
  const recent = (node: KnownNode) => node.recent?.list(now) ?? NO_VALUES;
  const gets = ({ standing, asksFor }: KnownNode) =>
    standing === "member" ? null : inventory.nameFor(asksFor ?? NAMELESS);
  const readers = { ...COLUMN_OF, ...judge.columns(), recent, gets };
  for (const name of names) {
    const read: (node: KnownNode) => unknown = readers[name];
    columns[name] = nodes.map(read);
  }
  return columns;
}

/** What one is called that is adopted and says no name. */
const NAMELESS = "node";

const NO_VALUES = new Array<null>(RECENT_VALUES).fill(null);

/** Two changes that each fit may be too many together. */
function changedLabels(before: Labels, changes: LabelChanges): Labels {
  const merged = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
  try {
    return labelsType.read(Object.fromEntries(merged));
  } catch (error) {
    throw error instanceof Unfit ? badKey("labels", error.message) : error;
  }
}
