import type { NetworkView } from "@pilothouse/drivers/port";
import { type BudgetLimits, reasonAs } from "@pilothouse/protocol";
import { dayOf } from "../../telemetry/calendar.js";
import {
  type FindingCheck,
  type FindingChecks,
  found,
  isSettled,
  MEAN_OVER,
  type Situation,
} from "../../telemetry/situation.js";
import { answers } from "../../telemetry/snapshot.js";
import type { BudgetView } from "./budget/budget.js";

type Limits = NetworkView["values"];

const NEAR = 80;

const NEARLY = 0.95;
const KIB = 1_024;
const WAYS = [
  ["in", "bw.recvRate", "inbound"],
  ["out", "bw.sendRate", "outbound"],
] as const;

/** What is found about limits and the budget. `view`: with the limits that are saved now, as far as they are known. */
export function budgetChecks(view: (limits?: Limits) => BudgetView | null) {
  /** A limit that counts and is your own: nobody should raise what the budget or its schedule has lowered. */
  const ownLimit = ({ snapshot, network }: Situation, way: keyof BudgetLimits): string | undefined => {
    const { own, now } = view(network?.values) ?? {};
    const isLowered = own?.[way] !== now?.[way];
    return answers(snapshot.phase) && !isLowered
      ? (network?.values.get(`router.net.bw.${way}`) ?? undefined)
      : undefined;
  };
  const full: FindingCheck = (situation) => {
    if (situation.watched < MEAN_OVER || !isSettled(situation)) return undefined;
    for (const [way, stat, direction] of WAYS) {
      const most = Number(ownLimit(situation, way) ?? 0);
      if (most > 0 && situation.mean(stat, MEAN_OVER) >= most * KIB * NEARLY)
        return found(true, { direction, limit: most });
    }
    return undefined;
  };
  const from =
    (least: number, below: number): FindingCheck =>
    () => {
      const { percent = null, ends = 0 } = view() ?? {};
      if (percent === null) return undefined;
      return found(percent >= least && percent < below, { percent, ends: dayOf(ends) });
    };
  return {
    "traffic.full": full,
    "limit.share_zero": (situation) => found(ownLimit(situation, "share") === "0"),
    "budget.near": from(NEAR, 100),
    "budget.used": from(100, Number.POSITIVE_INFINITY),
    "budget.unable": () => {
      const { unable = null, why } = view() ?? {};
      return unable === null ? undefined : found(true, reasonAs("why", why ?? unable));
    },
  } as const satisfies FindingChecks;
}
