import type { FleetFindingKey, NodeState } from "@pilothouse/protocol";
import { useMemo, useState } from "preact/hooks";
import { pageAddress } from "../../../page-names.js";
import { Card } from "../../../parts/card.js";
import { ChoiceField, TextField } from "../../../parts/form.js";
import { May } from "../../../parts/needs.js";
import { Failure } from "../../../parts/notice.js";
import { useCell } from "../../../state/cell.js";
import { useAppState, useDebounced, useI18n, usePolled } from "../../../state/hooks.js";
import { fleetWords } from "../../health/hub-verdict.js";
import { parseLabels } from "../labels.js";
import { type FleetPageProps, withFleetTexts } from "../with-fleet-texts.js";
import { NodeList } from "./node-list.js";
import { NodeTable } from "./node-table.js";
import { ToDo } from "./to-do.js";
import { type Summary, Totals, Versions } from "./totals.js";
import { useFleetTitles } from "./use-titles.js";

const SUMMARY_MS = 5_000;

interface NodeFilter {
  readonly filter: string;
  readonly label: string;
  /** A state, or the key of a finding. */
  readonly state: string;
}

const NO_FILTER: NodeFilter = { filter: "", label: "", state: "" };

/** The whole fleet: figures, what needs action, and its nodes. */
export const FleetPage = withFleetTexts(({ words }: FleetPageProps) => {
  const { session } = useAppState();
  const [nodeFilter, setNodeFilter] = useState(NO_FILTER);
  const { value, error, reload } = usePolled(() => session.call("fleet.summary", {}), SUMMARY_MS, [session]);
  return (
    <>
      <Failure error={error} retry={reload} />
      {value && (
        <>
          <Totals summary={value} words={words} />
          <div class="columns summary">
            <ToDo words={words} onShow={(state) => setNodeFilter({ ...NO_FILTER, state })} />
            <Versions summary={value} words={words} />
          </div>
          <Nodes summary={value} words={words} nodeFilter={nodeFilter} onNodeFilter={setNodeFilter} />
        </>
      )}
    </>
  );
});

/** The findings that hold now, and the one that is shown, as choices of a filter. */
function useFindings(shown: string): (readonly [string, string])[] {
  const { format } = useI18n();
  const findings = useCell(useAppState().live.hub)?.health.findings ?? [];
  const titles = useFleetTitles() ?? {};
  const found = findings
    .filter(({ values }) => values["all"] !== undefined)
    .map((finding) => [finding.key, fleetWords(finding, titles, format)] as const);
  const isThere = shown === "" || !shown.includes(".") || found.some(([key]) => key === shown);
  return isThere ? found : [...found, [shown, titles[shown] ?? shown]];
}

interface NodesProps extends FleetPageProps {
  readonly summary: Summary;
  readonly nodeFilter: NodeFilter;
  readonly onNodeFilter: (nodeFilter: NodeFilter) => void;
}

function Nodes({ summary, words, nodeFilter, onNodeFilter }: NodesProps) {
  const { format, fill } = useI18n();
  const { session } = useAppState();
  const { nodes } = words;
  const filter = useDebounced(nodeFilter.filter.trim().toLowerCase());
  const { label, state } = nodeFilter;
  /** How often a node was changed here; a change reloads the list. */
  const [changes, setChanges] = useState(0);
  const isState = (one: string): one is NodeState => Object.hasOwn(words.states, one);
  const findings = useFindings(state);
  const list = useMemo(
    () =>
      new NodeList(session, {
        ...(filter !== "" && { filter }),
        ...(label !== "" && { labels: parseLabels(label) ?? {} }),
        ...(isState(state) ? { state } : state !== "" && { finding: state as FleetFindingKey }),
      }),
    [session, filter, label, state, changes],
  );
  const pages = useCell(list.pages);
  const isAll = filter === "" && label === "" && state === "";
  const isEmpty = list.isComplete && list.length === 0;
  const rows = format.count(list.length);
  return (
    <Card
      title={nodes.title}
      aside={
        <p class="about" role="status">
          {pages.length > 0 &&
            (isAll && !list.isComplete
              ? fill(nodes.loaded, { count: rows, of: format.count(summary.nodes) })
              : fill(nodes.all, { count: list.isComplete ? rows : `${rows}+` }))}
        </p>
      }
    >
      <div class="row">
        <TextField
          label={nodes.filter}
          type="search"
          value={nodeFilter.filter}
          onValue={(next) => onNodeFilter({ ...nodeFilter, filter: next })}
        />
        <ChoiceField
          label={nodes.label}
          value={label}
          options={[
            ["", nodes.any],
            ...summary.labels.map(
              ({ name, nodes: count }) => [name, `${name} (${format.count(count)})`] as const,
            ),
          ]}
          onValue={(next) => onNodeFilter({ ...nodeFilter, label: next })}
        />
        <ChoiceField
          label={nodes.state}
          value={state}
          options={[["", nodes.any], ...Object.entries(words.states), ...findings]}
          onValue={(next) => onNodeFilter({ ...nodeFilter, state: next })}
        />
      </div>
      <NodeTable
        key={`${filter} ${label} ${state} ${changes}`}
        list={list}
        words={words}
        onChanged={() => setChanges(changes + 1)}
      />
      {isEmpty && (
        <p>
          {isAll ? nodes.empty : nodes.none}{" "}
          {isAll && (
            <May scope="all">
              <a href={pageAddress("invitations")}>{nodes.invite}</a>
            </May>
          )}
        </p>
      )}
    </Card>
  );
}
