import type { NetworkView } from "@pilothouse/drivers/port";
import { type BudgetLimits, type Reason, reason, type WritableKey } from "@pilothouse/protocol";
import type { LimitName } from "./constraint.js";

export const NAMES = {
  "router.net.bw.share": "share",
  "router.net.bw.in": "in",
  "router.net.bw.out": "out",
} as const;
export const LIMIT_NAMES = Object.values(NAMES);
const UNITS = { share: "%", in: " KiB/s", out: " KiB/s" } as const;

/** Limits that a router has only together, or one alone. */
export interface Group {
  readonly keys: readonly WritableKey[];
  readonly names: readonly [LimitName, ...LimitName[]];
}

export type Values = NetworkView["values"];

export const valueIn = (values: Values, name: LimitName): string | null =>
  values.get(`router.net.bw.${name}`) ?? null;

/** Bandwidth keeps a budget; share alone does not. */
export function whyUnable(
  groups: readonly Group[],
  current: (name: LimitName) => string | null,
): Reason | undefined {
  const names = groups.flatMap((group) => group.names);
  if (!names.includes("in") || !names.includes("out")) return reason("budget.noInstant");
  const unset = (["in", "out"] as const).filter((name) => current(name) === null);
  return unset.length === 0 ? undefined : reason("budget.noLimit", { names: unset.join(", ") });
}

export const limitsOf = (value: (name: LimitName) => string | null): BudgetLimits => {
  const number = (name: LimitName) => {
    const text = value(name);
    return text === null ? null : Number(text);
  };
  return { share: number("share"), in: number("in"), out: number("out") };
};

export const shown = (value: (name: LimitName) => string | null, names: readonly LimitName[]): string =>
  LIMIT_NAMES.filter((name) => names.includes(name))
    .map((name) => `${name} ${value(name) ?? "unset"}${UNITS[name]}`)
    .join(", ");
