import type { Clock, Facts } from "@pilothouse/drivers/port";
import { infoDefinition, NET_STATUS, type Unit } from "@pilothouse/protocol";
import type { Families, Labels, Sample } from "../../telemetry/prometheus.js";
import { runs, type Snapshot } from "../../telemetry/snapshot.js";
import type { Sampler } from "./sampler.js";

type Of<T> = (facts: T) => Iterable<Sample>;

type CountKey = Exclude<keyof Facts, "router.version">;

/** Prometheus counts in seconds and in parts of one. */
const PER: { readonly [U in Unit]?: number } = { ms: 1_000, "%": 100 };

/** A sample for each fact that the router has. */
const factsOf =
  (...rows: readonly (readonly [key: CountKey, labels?: Labels])[]): Of<Snapshot> =>
  ({ facts }) =>
    rows.flatMap(([key, labels = {}]): Sample[] => {
      const value = facts[key];
      const { unit } = infoDefinition(key);
      return value === undefined ? [] : [[labels, Number(value) / ((unit && PER[unit]) ?? 1)]];
    });

const direction = (way: string): Labels => ({ direction: way });
const window = (way: string, length: string): Labels => ({ direction: way, window: length });

/** The router's figures, under the names that dashboards in the field use. */
export const ROUTER: Families<Snapshot> = {
  i2p_router_up: {
    help: "Whether the router runs and answers.",
    of: ({ phase }) => [[{}, Number(runs(phase))]],
  },
  i2p_router_status: {
    help: "Whether the router runs and is neither starting nor ending.",
    of: ({ phase }) => [[{}, Number(phase.name === "running")]],
  },
  i2p_router_build_info: {
    help: "Version of the router.",
    of: ({ facts }) => [[{ version: facts["router.version"] || "unknown" }, 1]],
  },
  i2p_router_uptime_seconds: {
    help: "Time since the router started.",
    of: factsOf(["router.uptime"]),
  },
  i2p_router_net_bw_bytes_per_second: {
    help: "Bandwidth, over the last second and the last 15 seconds.",
    of: factsOf(
      ["router.net.bw.inbound.1s", window("inbound", "1s")],
      ["router.net.bw.inbound.15s", window("inbound", "15s")],
      ["router.net.bw.outbound.1s", window("outbound", "1s")],
      ["router.net.bw.outbound.15s", window("outbound", "15s")],
    ),
  },
  i2p_router_net_bytes_total: {
    counter: true,
    help: "Bytes since the router started.",
    of: factsOf(
      ["router.net.total.received.bytes", direction("inbound")],
      ["router.net.total.sent.bytes", direction("outbound")],
    ),
  },
  i2p_router_net_status: {
    help: "Network status: 1 for the state that holds, 0 for the others.",
    of: ({ facts }) =>
      Object.entries(NET_STATUS).map(([code, { name }]) => [
        { state: name.toLowerCase() },
        Number(facts["router.net.status"] === Number(code)),
      ]),
  },
  i2p_router_tunnels_participating: {
    help: "Tunnels of others that pass through the router.",
    of: factsOf(["router.net.tunnels.participating"]),
  },
  i2p_router_tunnels_success_ratio: {
    help: "Share of tunnel builds that succeed.",
    of: factsOf(["router.net.tunnels.successrate"]),
  },
  i2p_router_netdb_knownpeers: { help: "Routers known.", of: factsOf(["router.netdb.knownpeers"]) },
  i2p_router_netdb_activepeers: {
    help: "Routers talked to lately.",
    of: factsOf(["router.netdb.activepeers"]),
  },
  i2p_router_netdb_fastpeers: {
    help: "Routers classified as fast.",
    of: factsOf(["router.netdb.fastpeers"]),
  },
  i2p_router_netdb_highcapacitypeers: {
    help: "Routers classified as of high capacity.",
    of: factsOf(["router.netdb.highcapacitypeers"]),
  },
  i2p_router_netdb_reseeding: {
    help: "Whether a reseed is in progress.",
    of: factsOf(["router.netdb.isreseeding"]),
  },
};

/** What the service knows of its router beyond that. */
export const SAMPLING: Families<{ readonly sampler: Sampler; readonly clock: Clock }> = {
  pilothouse_router_restarts_total: {
    counter: true,
    help: "Number of restarts of the router.",
    of: ({ sampler }) => [[{}, sampler.restarts]],
  },
  pilothouse_sample_age_seconds: {
    help: "Age of what is known of the router.",
    of: ({ sampler, clock }) =>
      sampler.lastAt === undefined ? [] : [[{}, Math.max(0, clock.now() - sampler.lastAt) / 1_000]],
  },
};
