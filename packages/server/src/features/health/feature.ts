import type { AllFeatures, Feature } from "../../feature.js";
import type { AlertSource } from "../notify/alert-source.js";
import { ROUTER_CHECKS } from "./checks.js";
import { findingAlerts } from "./finding-alerts.js";
import { Health, type HealthOptions } from "./health.js";
import { FINDINGS_FOUND } from "./judged.js";

type Needs = Omit<HealthOptions, "checks"> & AllFeatures;

/** Whether all is well, and what to notify when it is not. */
export const health: Feature<Needs, { readonly alertSource: AlertSource }, "pilothouse.health"> = {
  open({ sampler, history, recent, network, clock, features }) {
    const checks = () => features.findings();
    const verdict = new Health({ sampler, history, recent, network, clock, checks });
    return {
      provides: { alertSource: findingAlerts(async () => (await verdict.look({ peek: true })).findings) },
      handlers: { "pilothouse.health": () => verdict.look() },
      findings: ROUTER_CHECKS,
      metrics: async (add) => add(FINDINGS_FOUND, await verdict.look({ peek: true })),
    };
  },
};
