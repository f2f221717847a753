import { useMemo } from "preact/hooks";
import { nodeAddress, serviceAddress } from "../../../../page-names.js";
import { useAppState, useI18n } from "../../../../state/hooks.js";
import type { Texts } from "../../../../texts/texts.js";
import { Sparkline } from "../../../status/sparkline.js";
import { labelTexts } from "../../labels.js";
import { isOutsider } from "../../outsider.js";
import type { FleetPageProps } from "../../with-fleet-texts.js";
import type { Row } from "./node-list.js";

/** What a router does that does not simply run. */
function phaseWords(
  phase: string | null,
  { phases }: Texts,
  { draining }: FleetPageProps["words"]["nodes"],
): string | undefined {
  if (phase === null || phase === "running" || !Object.hasOwn(phases, phase)) return undefined;
  const words = phases[phase as keyof typeof phases];
  return typeof words === "string" ? words : draining;
}

/** Findings that do not show by the state or the phase. */
const FLAGS = [
  ...(["nodes.crashloop", "nodes.problem", "nodes.firewalled", "nodes.warning"] as const),
  ...(["nodes.restart", "nodes.drifted", "nodes.outdated"] as const),
];

interface RowProps extends FleetPageProps {
  readonly row: Row;
  readonly place: number;
  /** Whether this session may select nodes and change them. A row does not ask by itself: there are many. */
  readonly canSelect: boolean;
  readonly canChange: boolean;
  readonly selected: boolean;
  readonly onSelect: (selected: boolean) => void;
  readonly onChange: () => void;
}

/** A row; most stay as they are while the list is scrolled, and are not rendered again. */
export function NodeRow(props: RowProps) {
  const { row, place, words, selected, canSelect, canChange } = props;
  return useMemo(() => <Cells {...props} />, [row, place, words, selected, canSelect, canChange]);
}

function Cells({ row, place, words, canSelect, canChange, selected, onSelect, onChange }: RowProps) {
  const { texts, format, fill } = useI18n();
  const { live } = useAppState();
  const { states, short, node, nodes } = words;
  const { name, state, version, inbound, outbound, participating, seen } = row;
  const labels = labelTexts(row.labels).join(", ");
  const flags = [
    ...(state === "offline" && row.stopped ? [nodes.stopped] : []),
    ...FLAGS.filter((key) => row.findings.includes(key)).map((key) => short[key]),
  ];
  const isAwaited = row.findings.includes("nodes.awaited");
  const phase = state === "online" ? phaseWords(row.phase, texts, nodes) : states[state];
  // What is wrong with a router says more than that it is online.
  const [worst, ...others] =
    phase === undefined ? [flags[0] ?? states.online, ...flags.slice(1)] : [phase, ...flags];
  // A note is no reason to worry, but one that waits to be accepted is not well either.
  const tone = row.verdict === "ok" && row.findings.length > 0 ? "wait" : row.verdict;
  // What a router that does not run did last says nothing of now.
  const works = state === "online" && (row.phase === "running" || row.phase === "draining");
  return (
    <tr aria-rowindex={place} class={selected ? "selected" : ""}>
      {canSelect && (
        <td class="pick">
          <input
            type="checkbox"
            aria-label={fill(nodes.select, { name })}
            checked={selected}
            disabled={isOutsider(row)}
            onChange={(event) => onSelect(event.currentTarget.checked)}
          />
        </td>
      )}
      <th scope="row" title={name}>
        <a href={isOutsider(row) ? serviceAddress("invitations") : nodeAddress(name, "overview")}>{name}</a>
      </th>
      <td class="lines">
        <span class={`tag verdict-${tone} ${isAwaited ? "muted" : ""}`}>
          {isAwaited ? short["nodes.awaited"] : worst}
        </span>
        {others.length > 0 && (
          <span class="flags" title={others.join(", ")}>
            {others.join(", ")}
          </span>
        )}
      </td>
      <td class="lines wide-only">
        {row.router === null ? "–" : <span>{row.router}</span>}
        <span>{version}</span>
      </td>
      <td class="number lines wide-only">
        {works && inbound !== null && outbound !== null ? (
          <>
            <span>{format.rate(inbound)}</span> <span>{format.rate(outbound)}</span>
          </>
        ) : (
          "–"
        )}
      </td>
      <td class="recent wide-only widest-only">
        {row.recent.some((value) => value !== null) && <Sparkline values={row.recent} colour={1} />}
      </td>
      <td class="number wide-only">{works && participating !== null ? format.count(participating) : "–"}</td>
      <td
        class="number wide-only"
        title={fill(nodes.upOf, {
          up: row.up === null ? texts.uptime.unknown : format.share(row.up),
          known: format.share(row.upKnown),
        })}
      >
        {row.up === null ? "–" : format.share(row.up)}
      </td>
      <td class="wide-only roomy-only" title={labels}>
        {labels || "–"}
      </td>
      <td class="wide-only" title={seen === null ? undefined : format.moment(seen)}>
        {seen === null ? "–" : format.ago(seen, live.now())}
      </td>
      {canChange && (
        <td class="end">
          {!isOutsider(row) && (
            <button type="button" class="small" aria-label={`${node.change} ${name}`} onClick={onChange}>
              <span class="wide-only">{node.change}</span>
              <span class="narrow-only">…</span>
            </button>
          )}
        </td>
      )}
    </tr>
  );
}
