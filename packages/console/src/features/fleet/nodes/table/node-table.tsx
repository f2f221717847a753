import type { NodeSort } from "@pilothouse/protocol";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useCell } from "../../../../state/cell.js";
import { useI18n } from "../../../../state/hooks.js";
import { useMay } from "../../../../state/scope.js";
import type { FleetPageProps } from "../../with-fleet-texts.js";
import { useFewNewRows } from "./few-new-rows.js";
import { NodeDialog } from "./node-dialog.js";
import type { NodeList, Row } from "./node-list.js";
import { NodeRow } from "./node-row.js";
import { type Order, SortHeader } from "./sort-header.js";

/** All rows have this height, so that positions are known without rendering. */
const ROW_PX = 40;
/** Rows rendered beyond the visible ones, on either side. */
const SPARE = 5;
const REFRESH_MS = 5_000;

const COLUMNS = [
  ["name", "name", ""],
  ["state", "verdict", "state"],
  ["router", "version", "wide-only"],
  ["traffic", "traffic", "wide-only"],
  ["recent", undefined, "wide-only widest-only recent"],
  ["tunnels", "participating", "wide-only tunnels"],
  ["up", "up", "wide-only"],
  ["labels", "labels", "wide-only roomy-only"],
  ["seen", "seen", "wide-only seen"],
] as const satisfies readonly (readonly [string, NodeSort | undefined, string])[];

interface TableProps extends FleetPageProps {
  readonly list: NodeList;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
  /** A node was renamed, labelled or removed. */
  readonly onChanged: () => void;
}

/** A virtual table: only the visible rows are rendered, so that thousands of nodes are no problem. */
export function NodeTable({ list, words, order, onOrder, selected, onSelected, onChanged }: TableProps) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ list, top: 0 });
  const top = place.list === list ? place.top : 0;
  const [height, setHeight] = useState(600);
  const [changing, setChanging] = useState<Row>();
  const { texts } = useI18n();
  const may = { canSelect: useMay("operate"), canChange: useMay("settings") };
  // Until another list has loaded, it has the room of the one before: the page below does not jump.
  const known = useRef(0);
  known.current = useCell(list.total)?.count ?? known.current;
  const count = known.current;
  const from = Math.max(0, Math.min(top, count) - SPARE);
  const to = from + Math.ceil(height / ROW_PX) + 2 * SPARE;
  const last = Math.min(to, count);
  const rows = Array.from({ length: Math.max(0, last - from) }, (_, index) => list.row(from + index));
  const names = rows.map((row) => row?.name ?? []);
  // What can be seen comes first.
  const shown = useFewNewRows([...names.slice(top - from), ...names.slice(0, top - from)].flat());

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    // On paper it is as high as its rows.
    const observer = new ResizeObserver(() => setHeight(Math.min(element.clientHeight, innerHeight)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    box.current?.scrollTo(0, 0);
  }, [list]);
  useEffect(() => {
    // On failure the next refresh tries again; the banner says that the hub is away.
    list.show(from, to).catch(() => {});
  }, [list, from, to]);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && list.refresh().catch(() => {}), REFRESH_MS);
    return () => clearInterval(timer);
  }, [list]);

  const select = (name: string, on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(name);
    else next.delete(name);
    onSelected(next);
  };
  // Rows that stay as they are keep what they were given.
  const latest = useRef(select);
  latest.current = select;
  const { nodes } = words;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is a group, and no group of fields.
    <div
      ref={box}
      class="nodes"
      data-keeps-place
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
      tabIndex={0}
      aria-label={nodes.title}
      onScroll={(event) => {
        const next = Math.floor(event.currentTarget.scrollTop / ROW_PX);
        // Only another first row is rendered anew.
        if (next !== top) setPlace({ list, top: next });
      }}
    >
      <table aria-rowcount={count + 1}>
        <caption class="unseen">{nodes.title}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {may.canSelect && (
              <th scope="col" class="pick">
                <input
                  type="checkbox"
                  aria-label={nodes.selectAll}
                  checked={selected.size > 0 && selected.size >= (list.members ?? count)}
                  onChange={async ({ currentTarget: { checked } }) =>
                    onSelected(new Set(checked ? await list.names().catch(() => []) : []))
                  }
                />
              </th>
            )}
            {COLUMNS.map(([name, sort, look]) => (
              <SortHeader
                key={name}
                label={nodes[name]}
                sort={sort}
                class={look}
                order={order}
                onOrder={onOrder}
              />
            ))}
            {may.canChange && (
              <th scope="col" class="change">
                <span class="unseen">{texts.common.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          <Gap px={from * ROW_PX} />
          {rows.map((row, index) => {
            if (row === undefined || !shown.has(row.name))
              return <Gap key={`at ${from + index}`} px={ROW_PX} />;
            return (
              <NodeRow
                key={row.name}
                row={row}
                place={from + index + 2}
                words={words}
                {...may}
                selected={selected.has(row.name)}
                onSelect={(on) => latest.current(row.name, on)}
                onChange={() => setChanging(row)}
              />
            );
          })}
          <Gap px={(count - last) * ROW_PX} />
        </tbody>
      </table>
      {changing && (
        <NodeDialog
          node={changing}
          words={words}
          onDone={(changed) => {
            setChanging(undefined);
            if (changed) onChanged();
          }}
        />
      )}
    </div>
  );
}

/** A placeholder for rows that are not rendered, or not loaded yet. */
const Gap = ({ px }: { readonly px: number }) =>
  px <= 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot be focused.
    <tr aria-hidden="true" class="gap">
      <td colSpan={3} style={{ height: `${px}px` }} />
    </tr>
  );
