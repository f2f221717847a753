import type { Clock, Facts, Router } from "@pilothouse/drivers/port";
import {
  type BudgetEntry,
  ERRORS,
  infoRow,
  NET_STATUS,
  type TrafficBytes,
  type Unit,
} from "@pilothouse/protocol";
import { Counter, Gauge, type Metric, Registry } from "prom-client";
import { BOUNDS, type RequestMeter } from "./request-meter.js";
import type { Sampler } from "./sampler.js";
import { runs, type Snapshot } from "./snapshot.js";

/** Prometheus' own text first: it is what a caller gets who has no preference. */
export const FORMATS = [Registry.PROMETHEUS_CONTENT_TYPE, Registry.OPENMETRICS_CONTENT_TYPE] as const;
export type Format = (typeof FORMATS)[number];

export interface MetricsSources {
  readonly router: Router;
  readonly sampler: Sampler;
  readonly meter: RequestMeter;
  readonly tokens: { open(): readonly unknown[] };
  readonly traffic: { readonly all: TrafficBytes };
  readonly budget: { view(): BudgetEntry | null };
  readonly updater: { readonly found: boolean | undefined };
  readonly clock: Clock;
  readonly version: string;
}

type Labels = { readonly [name: string]: string };
type Sample = readonly [labels: Labels, value: number];
type Of<T> = (facts: T) => Iterable<Sample>;

interface Family<T> {
  readonly counter?: true;
  readonly help: string;
  readonly of: Of<T>;
}

type CountKey = Exclude<keyof Facts, "router.version">;

/** Prometheus counts in seconds and in parts of one. */
const PER: { readonly [U in Unit]?: number } = { ms: 1_000, "%": 100 };

/** A sample for each fact that the router has. */
const factsOf =
  (...rows: readonly (readonly [key: CountKey, labels?: Labels])[]): Of<Snapshot> =>
  ({ facts }) =>
    rows.flatMap(([key, labels = {}]): Sample[] => {
      const value = facts[key];
      const { unit } = infoRow(key);
      return value === undefined ? [] : [[labels, Number(value) / ((unit && PER[unit]) ?? 1)]];
    });

const direction = (way: string): Labels => ({ direction: way });
const window = (way: string, length: string): Labels => ({ direction: way, window: length });

/** The router's figures, under the names that dashboards in the field use. */
const ROUTER: { readonly [name: string]: Family<Snapshot> } = {
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

const told = (value: number | boolean | null | undefined): Iterable<Sample> =>
  value === null || value === undefined ? [] : [[{}, Number(value)]];

/** The figures of the service itself. */
const SERVICE: { readonly [name: string]: Family<MetricsSources> } = {
  pilothouse_build_info: { help: "Version of the service.", of: ({ version }) => [[{ version }, 1]] },
  pilothouse_rpc_requests_total: {
    counter: true,
    help: "Calls answered, by method and code of the outcome; 0 is success.",
    of: ({ meter }) =>
      meter
        .counted()
        .flatMap(([method, { codes }]) =>
          [...codes].map(([code, times]): Sample => [{ method, code: String(code) }, times]),
        ),
  },
  pilothouse_login_failures_total: {
    counter: true,
    help: "Logins with a wrong password.",
    of: ({ meter }) => [[{}, meter.howOften("Authenticate", ERRORS.wrongPassword.code)]],
  },
  pilothouse_tokens: { help: "Tokens that are in force.", of: ({ tokens }) => [[{}, tokens.open().length]] },
  pilothouse_router_restarts_total: {
    counter: true,
    help: "Times that the router was seen to have started anew.",
    of: ({ sampler }) => [[{}, sampler.restarts]],
  },
  pilothouse_sample_age_seconds: {
    help: "Age of what is known of the router.",
    of: ({ sampler, clock }) =>
      sampler.lastAt === undefined ? [] : [[{}, Math.max(0, clock.now() - sampler.lastAt) / 1_000]],
  },
  pilothouse_router_traffic_bytes_total: {
    counter: true,
    help: "Bytes since counting began, over all restarts of the router and the service.",
    of: ({ traffic: { all } }) => [
      [direction("inbound"), all.received],
      [direction("outbound"), all.sent],
    ],
  },
  pilothouse_budget_limit_bytes: {
    help: "The traffic budget of this period; absent without one.",
    of: ({ budget }) => told(budget.view()?.limit),
  },
  pilothouse_budget_used_bytes: {
    help: "Bytes used of it, both ways.",
    of: ({ budget }) => told(budget.view()?.used),
  },
  pilothouse_budget_lowered: {
    help: "Whether limits are lowered by the budget or its schedule.",
    of: ({ budget }) => told(budget.view()?.lowered),
  },
  pilothouse_update_available: {
    help: "Whether the last search found an update of the router; absent until there was one.",
    of: ({ updater: { found } }) => (found === undefined ? [] : [[{}, Number(found)]]),
  },
  process_cpu_seconds_total: {
    counter: true,
    help: "Processor time that the service has used.",
    of: () => {
      const { user, system } = process.cpuUsage();
      return [[{}, (user + system) / 1_000_000]];
    },
  },
  process_resident_memory_bytes: {
    help: "Memory that the service holds.",
    of: () => [[{}, process.memoryUsage.rss()]],
  },
};

/** One scrape. Made anew each time: prom-client renames the counters of a registry that has told OpenMetrics. */
export async function writeMetrics(sources: MetricsSources, format: Format): Promise<string> {
  const registry = new Registry<Format>();
  registry.setContentType(format);
  const snapshot = await sources.sampler.glance();
  registry.setDefaultLabels({ router: sources.router.kind });
  for (const [name, family] of Object.entries(ROUTER)) add(registry, name, family, snapshot);
  for (const [name, family] of Object.entries(SERVICE)) add(registry, name, family, sources);
  registry.registerMetric(durations(sources.meter));
  return registry.metrics();
}

function add<T>(registry: Registry<Format>, name: string, family: Family<T>, from: T): void {
  const samples = [...family.of(from)];
  const [first] = samples;
  if (first === undefined) return;
  const labelNames = Object.keys(first[0]);
  const { help } = family;
  const metric = new (family.counter ? Counter : Gauge)({ name, help, labelNames, registers: [registry] });
  for (const [labels, value] of samples) metric.inc({ ...labels }, value);
}

/** A histogram of what was counted elsewhere: prom-client's own would cost each request a microsecond. */
function durations(meter: RequestMeter): Metric {
  const name = "pilothouse_rpc_duration_seconds";
  const values = () =>
    meter.counted().flatMap(([method, { took, seconds }]) => {
      let count = 0;
      const buckets = [...BOUNDS, "+Inf"].map((le, index) => {
        count += took[index] ?? 0;
        return { metricName: `${name}_bucket`, labels: { le, method }, value: count };
      });
      const whole = { labels: { method } };
      return [
        ...buckets,
        { ...whole, metricName: `${name}_sum`, value: seconds },
        { ...whole, metricName: `${name}_count`, value: count },
      ];
    });
  const help = "Time from a request's text to its answer.";
  const histogram = { name, get: async () => ({ name, help, type: "histogram", values: values() }) };
  return histogram as unknown as Metric;
}
