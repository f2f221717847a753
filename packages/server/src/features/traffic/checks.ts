import { reasonAs } from "@pilothouse/protocol";
import { dayOf } from "../../telemetry/calendar.js";
import { type FindingCheck, type FindingChecks, found } from "../../telemetry/situation.js";
import { answers } from "../../telemetry/snapshot.js";
import type { BudgetView } from "./budget/budget.js";

const NEAR = 80;

/** What is found about the budget. */
export function budgetChecks(view: () => BudgetView | null) {
  const from =
    (least: number, below: number): FindingCheck =>
    () => {
      const { percent = null, ends = 0 } = view() ?? {};
      if (percent === null) return undefined;
      return found(percent >= least && percent < below, { percent, ends: dayOf(ends) });
    };
  return {
    "limit.share_zero": ({ snapshot, network }) => {
      const isZero = answers(snapshot.phase) && network?.values.get("router.net.bw.share") === "0";
      return found(isZero && view()?.lowered !== true);
    },
    "budget.near": from(NEAR, 100),
    "budget.used": from(100, Number.POSITIVE_INFINITY),
    "budget.unable": () => {
      const { unable = null, why } = view() ?? {};
      return unable === null ? undefined : found(true, reasonAs("why", why ?? unable));
    },
  } as const satisfies FindingChecks;
}
