import type { FleetFindingKey, NodeState } from "@pilothouse/protocol";
import { useMemo, useState } from "preact/hooks";
import { withPageTexts } from "../../../loading/with-texts.js";
import { pageAddress } from "../../../page-names.js";
import { Card } from "../../../parts/card.js";
import { ChoiceField, TextField } from "../../../parts/form.js";
import { May } from "../../../parts/needs.js";
import { Failure } from "../../../parts/notice.js";
import { useCell } from "../../../state/cell.js";
import { useAppState, useDebounced, useI18n, usePolled } from "../../../state/hooks.js";
import { BackupCard } from "../../backup/backup-card.js";
import { FleetHistory } from "../history/fleet-history.js";
import { parseLabels } from "../labels.js";
import { type FleetPageProps, withFleetTexts } from "../with-fleet-texts.js";
import { Bulk } from "./bulk.js";
import { NO_FILTER, type NodeFilter, useNodeFilter } from "./node-filter.js";
import { StatePills } from "./state-pills.js";
import { NodeList } from "./table/node-list.js";
import { NodeTable } from "./table/node-table.js";
import { orderIn, orderText } from "./table/sort-header.js";
import { ToDo } from "./to-do.js";
import { type Summary, Totals, Versions } from "./totals.js";

const SUMMARY_MS = 5_000;

/** The whole fleet: figures, what needs action, and its nodes. */
export const FleetPage = withPageTexts(
  withFleetTexts(({ words }: FleetPageProps) => {
    const { session } = useAppState();
    const [nodeFilter, setNodeFilter] = useNodeFilter();
    const { value, error, reload } = usePolled(() => session.call("fleet.summary", {}), SUMMARY_MS, [
      session,
    ]);
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
            <FleetHistory words={words} />
            <May scope="all">
              <BackupCard about={words.totals.backup} />
            </May>
          </>
        )}
      </>
    );
  }),
);

interface NodesProps extends FleetPageProps {
  readonly summary: Summary;
  readonly nodeFilter: NodeFilter;
  readonly onNodeFilter: (nodeFilter: NodeFilter) => void;
}

function Nodes({ summary, words, nodeFilter, onNodeFilter }: NodesProps) {
  const { format, fill } = useI18n();
  const { session } = useAppState();
  const { nodes } = words;
  const filter = useDebounced(nodeFilter.name.trim().toLowerCase());
  const { label } = nodeFilter;
  const isState = (one: string): one is NodeState => Object.hasOwn(words.states, one);
  const isFinding = (one: string): one is FleetFindingKey => Object.hasOwn(words.short, one);
  const state = isState(nodeFilter.state) || isFinding(nodeFilter.state) ? nodeFilter.state : "";
  const order = orderIn(nodeFilter.sort);
  /** How often a node was changed here; a change reloads the list. */
  const [changes, setChanges] = useState(0);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const list = useMemo(
    () =>
      new NodeList(session, {
        ...(filter !== "" && { filter }),
        ...(label !== "" && { labels: parseLabels(label) ?? {} }),
        ...(isState(state) && { state }),
        ...(isFinding(state) && { finding: state }),
        ...order,
      }),
    [session, filter, label, state, nodeFilter.sort, changes],
  );
  const total = useCell(list.total);
  const isAll = filter === "" && label === "" && state === "";
  return (
    <Card
      title={nodes.title}
      aside={
        <p class="about" role="status">
          {total && fill(nodes.all, { count: total.count, shown: format.count(total.count) })}
        </p>
      }
    >
      <StatePills
        summary={summary}
        words={words}
        chosen={state}
        onChosen={(next) => onNodeFilter({ ...nodeFilter, state: next })}
      />
      <div class="row">
        <TextField
          label={nodes.filter}
          type="search"
          value={nodeFilter.name}
          onValue={(next) => onNodeFilter({ ...nodeFilter, name: next })}
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
      </div>
      {selected.size > 0 && (
        <Bulk
          words={words}
          selected={selected}
          onClear={() => setSelected(new Set())}
          onChanged={() => setChanges(changes + 1)}
        />
      )}
      <NodeTable
        list={list}
        words={words}
        order={order}
        onOrder={(next) => onNodeFilter({ ...nodeFilter, sort: orderText(next) })}
        selected={selected}
        onSelected={setSelected}
        onChanged={() => setChanges(changes + 1)}
      />
      {total?.count === 0 && (
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
