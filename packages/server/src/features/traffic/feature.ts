import { badKey, shown } from "@pilothouse/protocol";
import type { Feature } from "../../feature.js";
import { SAVE_EVERY_MS } from "../../telemetry/snapshot.js";
import type { RecordedSettings } from "../router-settings/recorded-settings.js";
import type { Sampled } from "../sampling/feature.js";
import type { ServiceSettings } from "../service-settings/service-settings.js";
import { Budget } from "./budget/budget.js";
import { budgetChecks } from "./checks.js";
import { TRAFFIC } from "./metrics.js";
import { Traffic } from "./traffic.js";

interface Needs extends Sampled {
  readonly recorded: RecordedSettings;
  readonly serviceSettings: Pick<ServiceSettings, "preview">;
}

export interface Provides {
  readonly traffic: Traffic;
  readonly budget: Budget;
}

/** Bytes by day and month, and the budget that limits them. */
export const traffic: Feature<Needs, Provides, "pilothouse.traffic"> = {
  open({ settings: wanted, recorded: settings, ...needs }) {
    const { store, router, clock, log, sampler, onSample, network, serviceSettings } = needs;
    const counted = new Traffic(store, router.kind, clock, log);
    counted.start();
    onSample((snapshot) => counted.add(snapshot));
    const budget = new Budget({ ...needs, settings, traffic: counted, wanted });
    return {
      provides: { traffic: counted, budget },
      handlers: {
        async "pilothouse.traffic"({ preview }) {
          const strange = Object.keys(preview ?? {}).find((name) => !name.startsWith("budget."));
          if (strange !== undefined)
            throw badKey("preview", `has ${shown(strange)}; only budget.… can be previewed`);
          const wanted = preview && serviceSettings.preview(preview);
          const [view] = await Promise.all([network(), sampler.current()]);
          const next = wanted && (await budget.preview(wanted, view?.values));
          return {
            ...{ ...counted.view(), budget: budget.view(view?.values) },
            ...(next !== undefined && { preview: next }),
          };
        },
      },
      findings: budgetChecks((limits) => budget.view(limits)),
      opened: () => void budget.tick(),
      recurring: [
        { everyMs: 20_000, work: () => budget.tick() },
        { everyMs: SAVE_EVERY_MS, work: () => counted.save() },
      ],
      reloaded: () => void budget.tick(),
      metrics: (add) => add(TRAFFIC, { traffic: counted, budget }),
      stop: () => budget.stop(),
      close: ({ save }) => (save ? counted.save() : undefined),
    };
  },
};
