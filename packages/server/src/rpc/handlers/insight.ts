import type { Health } from "../../health/health.js";
import type { Sampler } from "../../telemetry/sampler.js";
import type { Budget } from "../../traffic/budget/budget.js";
import type { Traffic } from "../../traffic/traffic.js";
import type { Handlers } from "../answer.js";

interface Parts {
  readonly health: Health;
  readonly sampler: Sampler;
  readonly traffic: Traffic;
  readonly budget: Budget;
}

/** How things are, beyond the figures themselves. */
export const insightHandlers = ({
  health,
  sampler,
  traffic,
  budget,
}: Parts): Pick<Handlers, "pilothouse.health" | "pilothouse.traffic"> => ({
  "pilothouse.health": () => health.look(),

  async "pilothouse.traffic"() {
    await sampler.current();
    return { ...traffic.view(), budget: budget.view() };
  },
});
