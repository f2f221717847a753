import type { BudgetEntry, TrafficBytes } from "@pilothouse/protocol";
import type { Families, Sample } from "../../telemetry/prometheus.js";

const sampleOf = (value: number | boolean | null | undefined): Iterable<Sample> =>
  value === null || value === undefined ? [] : [[{}, Number(value)]];

export const TRAFFIC: Families<{
  readonly traffic: { readonly all: TrafficBytes };
  readonly budget: { view(): BudgetEntry | null };
}> = {
  pilothouse_router_traffic_bytes_total: {
    counter: true,
    help: "Bytes since counting began, over all restarts of the router and the service.",
    of: ({ traffic: { all } }) => [
      [{ direction: "inbound" }, all.received],
      [{ direction: "outbound" }, all.sent],
    ],
  },
  pilothouse_budget_limit_bytes: {
    help: "The traffic budget of this period; absent without one.",
    of: ({ budget }) => sampleOf(budget.view()?.limit),
  },
  pilothouse_budget_used_bytes: {
    help: "Bytes used of it, both ways.",
    of: ({ budget }) => sampleOf(budget.view()?.used),
  },
  pilothouse_budget_lowered: {
    help: "Whether limits are lowered by the budget or its schedule.",
    of: ({ budget }) => sampleOf(budget.view()?.lowered),
  },
};
