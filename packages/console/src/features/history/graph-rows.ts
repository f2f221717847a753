import type { Texts } from "../../texts/texts.js";

interface LineRow {
  readonly stat: string;
  /** Short: it is shown beside the title of the graph. */
  readonly label: (texts: Texts) => string;
}

export interface GraphRow {
  readonly title: (texts: Texts) => string;
  readonly lines: readonly [LineRow, ...LineRow[]];
  /** The second line is drawn below zero. */
  readonly mirrored?: boolean;
}

/** A line on its own, outside of its graph. */
export const lineName = ({ title }: GraphRow, { stat, label }: LineRow, texts: Texts): string => {
  const names: { readonly [stat: string]: string } = texts.stats;
  return names[stat] ?? `${title(texts)}: ${label(texts)}`;
};

/** Which statistics of a router share a graph: the same unit and similar values. */
export const GRAPHS: readonly GraphRow[] = [
  {
    title: ({ graphs }) => graphs.bandwidth,
    mirrored: true,
    lines: [
      { stat: "bw.recvRate", label: ({ overview }) => overview.inbound },
      { stat: "bw.sendRate", label: ({ overview }) => overview.outbound },
    ],
  },
  {
    title: ({ stats }) => stats["tunnel.participatingTunnels"],
    lines: [{ stat: "tunnel.participatingTunnels", label: () => "" }],
  },
  {
    title: ({ graphs }) => graphs.peers,
    lines: [
      { stat: "router.activePeers", label: ({ graphs }) => graphs.active },
      { stat: "router.highCapacityPeers", label: ({ overview }) => overview.highCapacity },
      { stat: "router.fastPeers", label: ({ overview }) => overview.fast },
    ],
  },
  {
    title: ({ stats }) => stats["netDb.knownPeers"],
    lines: [{ stat: "netDb.knownPeers", label: () => "" }],
  },
];
