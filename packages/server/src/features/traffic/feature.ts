import type { NetworkView } from "@pilothouse/drivers/port";
import type { Feature } from "../../feature.js";
import type { Snapshot } from "../../telemetry/snapshot.js";
import { Budget, type BudgetOptions } from "./budget/budget.js";
import { budgetChecks } from "./checks.js";
import { TRAFFIC } from "./metrics.js";
import { Traffic } from "./traffic.js";

type Needs = Omit<BudgetOptions, "traffic" | "settings" | "wanted" | "sampler"> & {
  readonly settings: BudgetOptions["wanted"];
  readonly recorded: BudgetOptions["settings"];
  readonly sampler: BudgetOptions["sampler"] & { current(): unknown };
  readonly onSample: (keep: (snapshot: Snapshot) => void) => void;
  readonly network: () => Promise<NetworkView | undefined>;
};

export interface Provides {
  readonly traffic: Traffic;
  readonly budget: Budget;
}

/** Bytes by day and month, and the budget that limits them. */
export const traffic: Feature<Needs, Provides, "pilothouse.traffic"> = {
  name: "traffic",
  open({ onSample, network, settings: wanted, recorded: settings, ...needs }) {
    const { store, router, clock, log, events, sampler } = needs;
    const counted = new Traffic(store, router.kind, clock, log);
    counted.start();
    onSample((snapshot) => counted.add(snapshot));
    const budget = new Budget({
      ...{ store, router, settings, traffic: counted, events, clock, log, sampler, wanted },
    });
    return {
      provides: { traffic: counted, budget },
      handlers: {
        async "pilothouse.traffic"() {
          const [view] = await Promise.all([network(), sampler.current()]);
          return { ...counted.view(), budget: budget.view(view?.values) };
        },
      },
      findings: budgetChecks(() => budget.view()),
      opened: () => budget.start(),
      reloaded: () => void budget.tick(),
      metrics: (add) => add(TRAFFIC, { traffic: counted, budget }),
      stop: () => budget.stop(),
      close: (how) => counted.stop(how),
    };
  },
};
