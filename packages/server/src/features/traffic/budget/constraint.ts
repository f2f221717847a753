import { type Reason, reason } from "@pilothouse/protocol";
import type { Limits, ScheduleLine } from "../../../settings/schedule.js";

/** The bandwidth settings by their short names. */
export type LimitName = keyof Limits;

/** What holds now, of budget and schedule together. */
export interface Constraint {
  /** Identifies a constraint; empty for none. */
  readonly id: string;
  readonly why: Reason;
  /** Of your own values, what is left. */
  readonly part: number;
  readonly limits: Limits;
}

interface Step {
  /** From this percentage of the budget on. */
  readonly from: number;
  readonly part: number;
  readonly share?: 0;
}

/** How limits are lowered as the budget runs out. The router stays connected to the end. */
export const STEPS: readonly Step[] = [
  { from: 80, part: 0.5 },
  { from: 90, part: 0.25 },
  { from: 100, part: 0.05, share: 0 },
];

/** No limit goes below this, in KiB/s: routers need a little to stay in the network. */
const LEAST_KIB = 10;

/** `percent` is undefined where there is no budget. */
export function constraintOf(percent: number | undefined, lines: readonly ScheduleLine[]): Constraint {
  const step = STEPS.findLast(({ from }) => percent !== undefined && percent >= from);
  const limits: { [N in LimitName]?: number } = step?.share === 0 ? { share: 0 } : {};
  for (const line of lines)
    for (const name of Object.keys(line.limits) as LimitName[])
      limits[name] = Math.min(limits[name] ?? Number.POSITIVE_INFINITY, line.limits[name] ?? 0);
  const id = [...(step === undefined ? [] : [step.from]), ...lines.map(({ text }) => text)].join("; ");
  return { id, why: whyOf(step, lines), part: step?.part ?? 1, limits };
}

function whyOf(step: Step | undefined, lines: readonly ScheduleLine[]): Reason {
  const scheduled = { lines: lines.map(({ text }) => text).join("; ") };
  if (step === undefined) return reason("budget.schedule", scheduled);
  const used = { percent: step.from };
  return lines.length === 0 ? reason("budget.step", used) : reason("budget.both", { ...used, ...scheduled });
}

/** What becomes of your own value of a limit; never more than that. */
export function lowered(name: LimitName, own: number, { part, limits }: Constraint): number {
  const reduced = Math.min(Math.floor(own * part), limits[name] ?? Number.POSITIVE_INFINITY);
  return name === "share" ? reduced : Math.min(own, Math.max(LEAST_KIB, reduced));
}
