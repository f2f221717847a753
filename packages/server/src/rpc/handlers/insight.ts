import { badKey } from "@pilothouse/protocol";
import type { Health } from "../../health/health.js";
import type { Notifier } from "../../notify/notifier.js";
import type { Sampler } from "../../telemetry/sampler.js";
import type { Budget } from "../../traffic/budget/budget.js";
import type { Traffic } from "../../traffic/traffic.js";
import type { Handlers } from "../answer.js";

interface Parts {
  readonly health: Health;
  readonly sampler: Sampler;
  readonly traffic: Traffic;
  readonly budget: Budget;
  readonly notifier: Notifier;
}

/** How things are, beyond the figures themselves. */
export const insightHandlers = ({
  health,
  sampler,
  traffic,
  budget,
  notifier,
}: Parts): Pick<Handlers, "pilothouse.health" | "pilothouse.traffic" | "pilothouse.notify"> => ({
  "pilothouse.health": () => health.look(),

  async "pilothouse.traffic"() {
    await sampler.current();
    return { ...traffic.view(), budget: budget.view() };
  },

  async "pilothouse.notify"({ test }, call) {
    if (test === undefined) return notifier.view();
    const names = notifier.channels().map(({ name }) => name);
    if (!(names as readonly string[]).includes(test))
      throw badKey("test", `wants a channel that is set up (${names.join(", ") || "there is none"})`);
    const failed = await call.onRecord(`test of notifications by ${test}`, () => notifier.test(test));
    return { ...(await notifier.view()), tested: failed === undefined, failed: failed ?? null };
  },
});
