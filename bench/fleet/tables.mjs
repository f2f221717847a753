// What was measured of fleets, as tables.
import { rounded } from "../support/table.mjs";

/** What is aimed at with the greatest number of nodes. */
const AIMS = [
  ["hub, cores", ({ hubCores }) => hubCores, 0.25],
  ["hub, MiB", ({ hubMiB }) => hubMiB, 250],
  ["nats-server, cores", ({ serverCores }) => serverCores, 0.3],
  ["call to a node, p99, ms", ({ callP99 }) => callP99, 100],
  ["list of all, ms", ({ listMs }) => listMs, 500],
  ["killed, all back, s", ({ backS }) => backS, 10],
];

export function tablesOf({ shared, alone }) {
  const largest = shared.at(-1);
  return {
    "The fleet as a whole": shared.map((one) => ({
      nodes: one.nodes,
      "hub, cores": rounded(one.hubCores, 2),
      "hub, MiB": Math.round(one.hubMiB),
      "nats-server, cores": rounded(one.serverCores, 2),
      "nats-server, MiB": Math.round(one.serverMiB),
      "list of all, ms": rounded(one.listMs, 3),
      "killed, hub ready, s": rounded(one.hubReadyS, 2),
      "killed, all back, s": rounded(one.backS, 2),
    })),
    "For each": shared.map((one) => ({
      nodes: one.nodes,
      "hub, µs a report": rounded(one.hubMicros, 3),
      "nats-server, µs a report": rounded(one.serverMicros, 3),
      "hub, µs a row of the list": rounded((one.listCpuMs * 1e3) / one.nodes, 2),
      "hub, KiB a node": kibibytes(one, shared[0]),
    })),
    Latency: shared.map((one) => ({
      nodes: one.nodes,
      "call to a node p50, ms": rounded(one.callP50, 2),
      p99: rounded(one.callP99, 2),
      "the hub's own answer p50, ms": rounded(one.ownP50, 2),
      "its p99": rounded(one.ownP99, 2),
      "simulated nodes late, p99, ms": rounded(one.nodesLateP99, 2),
      "simulated nodes, cores": rounded(one.nodesCores, 2),
    })),
    ...(largest.nodes >= 50_000 && {
      "Compared with targets": AIMS.map(([figure, of, aim]) => ({
        [`with ${largest.nodes.toLocaleString("en")} nodes`]: figure,
        measured: rounded(of(largest), 3),
        target: aim,
        "to the target": rounded(of(largest) / aim, 2),
      })),
    }),
    ...(alone && {
      "One TLS connection for each node": [
        {
          nodes: alone.nodes,
          "connected in, s": rounded(alone.connectedS, 2),
          "nats-server, MiB": Math.round(alone.serverMiB),
          "KiB a connection": rounded((alone.serverMiB * 1_024) / alone.connections, 2),
          "nats-server, cores": rounded(alone.serverCores, 2),
          "hub, cores": rounded(alone.hubCores, 2),
          "hub, MiB": Math.round(alone.hubMiB),
          "killed, all back, s": rounded(alone.backS, 2),
          "to the jitter": rounded(alone.backS / alone.jitterS, 2),
          "given up": alone.backFailed,
          "CPU s for that: nats-server": rounded(alone.backServerCpuS, 2),
          "simulated nodes": rounded(alone.backNodesCpuS, 2),
        },
      ],
    }),
  };
}

/** Over what a hub of the fewest nodes needs. */
const kibibytes = ({ nodes, hubMiB }, least) =>
  nodes === least.nodes ? "" : rounded(((hubMiB - least.hubMiB) * 1_024) / (nodes - least.nodes), 2);
