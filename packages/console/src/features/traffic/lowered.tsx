import type { BudgetEntry, BudgetLimits } from "@pilothouse/protocol";
import { type I18n, useI18n } from "../../state/hooks.js";

const NAMES = ["in", "out", "share"] as const;
const KIB = 1_024;

/** "in 2 MiB/s, out 1 MiB/s, share 80%" */
export const limitsText = (limits: BudgetLimits, { texts, format }: Pick<I18n, "texts" | "format">): string =>
  NAMES.flatMap((name) => {
    const value = limits[name];
    if (value === null) return [];
    return `${texts.limits[name]} ${name === "share" ? format.percent(value) : format.rate(value * KIB)}`;
  }).join(", ");

/** Whoever sees lowered limits should know that they are not what was chosen. */
export function Lowered({ budget }: { readonly budget: BudgetEntry | null | undefined }) {
  const i18n = useI18n();
  if (!budget?.lowered) return null;
  return (
    <p class="about">{i18n.fill(i18n.texts.health.lowered, { limits: limitsText(budget.own, i18n) })}</p>
  );
}
