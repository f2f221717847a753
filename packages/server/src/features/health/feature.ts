import type { NetworkView } from "@pilothouse/drivers/port";
import type { Auth } from "../../auth/auth.js";
import type { Feature } from "../../feature.js";
import type { AlertSource } from "../notify/alert-source.js";
import type { Budget } from "../traffic/budget/budget.js";
import { findingAlerts } from "./finding-alerts.js";
import { Health, type HealthOptions } from "./health.js";

type Needs = Pick<HealthOptions, "sampler" | "history" | "recent" | "updater" | "clock"> & {
  readonly network: () => Promise<NetworkView | undefined>;
  readonly auth: Auth;
  readonly budget: Budget;
};

/** Whether all is well, and what to notify when it is not. */
export const health: Feature<Needs, { readonly alertSource: AlertSource }, "pilothouse.health"> = {
  name: "health",
  open({ network, auth, budget, ...parts }) {
    const { sampler, history, recent, updater, clock } = parts;
    const verdict = new Health({
      ...{ sampler, history, recent, updater, clock },
      network,
      factory: () => auth.password.isFactory,
      budget: () => budget.view(),
    });
    return {
      provides: { alertSource: findingAlerts(async () => (await verdict.look({ peek: true })).findings) },
      handlers: { "pilothouse.health": () => verdict.look() },
    };
  },
};
