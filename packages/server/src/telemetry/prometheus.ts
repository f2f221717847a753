import { ERRORS } from "@pilothouse/protocol";
import type { Metric, Registry } from "prom-client";
import { BOUNDS, type RequestMeter } from "./request-meter.js";

/** Prometheus' own text first: it is what a caller gets who has no preference. */
export const FORMATS = [
  "text/plain; version=0.0.4; charset=utf-8",
  "application/openmetrics-text; version=1.0.0; charset=utf-8",
] as const;
export type Format = (typeof FORMATS)[number];

export type Labels = { readonly [name: string]: string };
export type Sample = readonly [labels: Labels, value: number];

/** Metrics of one name, made from what is known at the moment. */
export interface Family<T> {
  readonly counter?: true;
  readonly help: string;
  readonly of: (facts: T) => Iterable<Sample>;
}
export type Families<T> = { readonly [name: string]: Family<T> };

/** What every service counts, on a hub as on a node. */
interface ServiceSources {
  readonly meter: RequestMeter;
  readonly tokens: { open(): readonly unknown[] };
  readonly version: string;
}

const SERVICE: Families<ServiceSources> = {
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

/** One that cannot be written must not take the others with it. */
const LEFT_OUT: Families<number> = {
  pilothouse_metrics_left_out: {
    help: "Metrics that are not on this page, because their values are impossible.",
    of: (failed) => [[{}, failed]],
  },
};

/** Adds families to a page. */
export type Add = <T>(families: Families<T>, from: T) => void;

/**
 * One page: the families that `others` adds, and those of the service. Built again for each scrape, because
 * prom-client renames the counters of a registry that has written OpenMetrics.
 */
export async function writePage(
  sources: ServiceSources,
  format: Format,
  defaults: Labels,
  others: (add: Add) => void | Promise<void>,
): Promise<string> {
  // Most services are never asked for metrics.
  const prometheus = await import("prom-client");
  const registry = new prometheus.Registry<Format>();
  registry.setContentType(format);
  registry.setDefaultLabels(defaults);
  let failed = 0;
  const addAll: Add = (families, from) => {
    for (const [name, family] of Object.entries(families))
      try {
        add(prometheus, registry, name, family, from);
      } catch {
        registry.removeSingleMetric(name);
        failed++;
      }
  };
  await others(addAll);
  addAll(SERVICE, sources);
  addAll(LEFT_OUT, failed);
  registry.registerMetric(durations(sources.meter));
  return registry.metrics();
}

function add<T>(
  { Counter, Gauge }: typeof import("prom-client"),
  registry: Registry<Format>,
  name: string,
  family: Family<T>,
  from: T,
): void {
  const samples = [...family.of(from)];
  const [first] = samples;
  if (first === undefined) return;
  const labelNames = Object.keys(first[0]);
  const { help } = family;
  const metric = new (family.counter ? Counter : Gauge)({ name, help, labelNames, registers: [registry] });
  for (const [labels, value] of samples) {
    if (!Number.isFinite(value)) throw new RangeError(`${name} is ${value}`);
    metric.inc({ ...labels }, value);
  }
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
