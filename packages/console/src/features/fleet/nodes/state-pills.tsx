import { useCell } from "../../../state/cell.js";
import { useAppState, useI18n } from "../../../state/hooks.js";
import { levelOf } from "../../health/health.js";
import type { FleetPageProps } from "../with-fleet-texts.js";
import type { Summary } from "./totals.js";

interface PillsProps extends FleetPageProps {
  readonly summary: Summary;
  /** A state, or the key of a finding; empty for all nodes. */
  readonly chosen: string;
  readonly onChosen: (chosen: string) => void;
}

/** How many nodes there are of each state and with each finding; a click shows only those. */
export function StatePills({ summary, words: { nodes, states, short }, chosen, onChosen }: PillsProps) {
  const { format } = useI18n();
  const findings = useCell(useAppState().live.hub)?.health.findings ?? [];
  const names: { readonly [key: string]: string } = { ...states, ...short };
  const online = summary.states.find(({ name }) => name === "online")?.nodes ?? 0;
  const found = findings
    .filter(({ values }) => values["all"] !== undefined)
    .map((finding) => [finding.key, Number(finding.values["all"]), levelOf(finding)] as const);
  const pills = [["", summary.nodes, "good"], ["online", online, "good"], ...found] as const;
  // One that was chosen and is no more stays, so that it can be left.
  const all = pills.some(([key]) => key === chosen) ? pills : [...pills, [chosen, 0, "good"] as const];
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is a group of buttons, and no group of fields.
    <div class="choices pills" role="group" aria-label={nodes.state}>
      {all.map(([key, count, level]) => (
        <button
          key={key}
          type="button"
          class={level}
          aria-pressed={key === chosen}
          onClick={() => onChosen(key === chosen ? "" : key)}
        >
          {key === "" ? nodes.everyNode : (names[key] ?? key)} <b>{format.count(count)}</b>
        </button>
      ))}
    </div>
  );
}
