import { FINDING_LEVELS, type NodeSort } from "@pilothouse/protocol";
import { sortedInTurns } from "../../in-turns.js";
import type { FleetJudge } from "../findings/judge.js";
import { COLUMN_OF, type KnownNode } from "../inventory/known-node.js";
import { orderOf } from "../view/natural-order.js";

type Value = number | string | null;

/** What a router does that runs; what it did before it was stopped does not count. */
const running =
  (read: (report: NonNullable<KnownNode["report"]>) => number | null) =>
  ({ runs, report }: KnownNode): Value =>
    runs && report !== undefined ? read(report) : null;

/** Those that are not just the value of their column. */
const SPECIAL: { readonly [S in NodeSort]?: (node: KnownNode) => Value } = {
  name: ({ order }) => order,
  labels: ({ labelTexts }) => labelTexts.join() || null,
  traffic: running(({ inbound, outbound }) => inbound + outbound),
  inbound: running(({ inbound }) => inbound),
  outbound: running(({ outbound }) => outbound),
  participating: running(({ participating }) => participating),
  netStatus: running(({ netStatus }) => netStatus),
};

/** Nodes by a column; those that have no value come last, and equal ones stay in the order they have. */
export function sortedBy(
  nodes: readonly KnownNode[],
  sort: NodeSort,
  descending: boolean,
  judge: FleetJudge,
): Promise<readonly KnownNode[]> {
  const read = readerOf(sort, judge);
  const sign = descending ? -1 : 1;
  return sortedInTurns(nodes, read, (one, other) => {
    if (one === other) return 0;
    if (one === null || other === null) return one === null ? 1 : -1;
    return one < other ? -sign : sign;
  });
}

function readerOf(sort: NodeSort, judge: FleetJudge): (node: KnownNode) => Value {
  const special = SPECIAL[sort];
  if (special !== undefined) return special;
  if (sort === "verdict") {
    const { verdict } = judge.columns();
    return (node) => (FINDING_LEVELS as readonly string[]).indexOf(verdict(node));
  }
  const column: (node: KnownNode) => unknown = COLUMN_OF[sort as keyof typeof COLUMN_OF];
  /** Few versions are on many nodes. */
  const orders = new Map<string, string>();
  return (node) => {
    const value = column(node);
    if (typeof value !== "string") return value === null ? null : Number(value);
    const known = orders.get(value) ?? orderOf(value);
    orders.set(value, known);
    return known;
  };
}
