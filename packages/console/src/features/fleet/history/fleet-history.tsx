import { useMemo } from "preact/hooks";
import type { FleetTexts } from "../../../texts/texts.js";
import type { GraphRow } from "../../history/graph-rows.js";
import { useHistory } from "../../history/history.js";
import { HistoryGraphs } from "../../history/history-graphs.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

/** What a hub records of its fleet. */
const graphsOf = ({ totals, nodes, states }: FleetTexts): readonly GraphRow[] => [
  {
    title: ({ graphs }) => graphs.bandwidth,
    mirrored: true,
    lines: [
      { stat: "bw.recvRate", label: () => totals.inbound },
      { stat: "bw.sendRate", label: () => totals.outbound },
    ],
  },
  {
    title: () => totals.nodes,
    lines: [
      { stat: "nodes.members", label: () => nodes.everyNode },
      { stat: "nodes.online", label: () => states.online },
      { stat: "nodes.found", label: () => totals.found },
    ],
  },
  {
    title: () => totals.tunnels,
    lines: [{ stat: "tunnel.participatingTunnels", label: () => "" }],
  },
];

/** The fleet over time, as its hub has seen it. */
export function FleetHistory({ words }: FleetPageProps) {
  const history = useHistory(useMemo(() => graphsOf(words), [words]));
  // An account that sees only a part of the fleet is refused what concerns the whole.
  return history.loaded.value === undefined ? null : <HistoryGraphs history={history} />;
}
