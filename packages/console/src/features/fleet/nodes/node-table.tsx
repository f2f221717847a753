import type { NetStatus } from "@pilothouse/protocol";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { nodeAddress } from "../../../page-names.js";
import { May } from "../../../parts/needs.js";
import { useCell } from "../../../state/cell.js";
import { useAppState, useI18n } from "../../../state/hooks.js";
import type { Texts } from "../../../texts/texts.js";
import { labelTexts } from "../labels.js";
import type { FleetPageProps } from "../with-fleet-texts.js";
import { NodeDialog } from "./node-dialog.js";
import type { NodeList, Row } from "./node-list.js";

/** All rows have this height, so that positions are known without rendering. */
const ROW_PX = 40;
/** Rows rendered beyond the visible ones, on either side. */
const SPARE = 10;
const REFRESH_MS = 5_000;

interface TableProps extends FleetPageProps {
  readonly list: NodeList;
  /** A node was renamed, labelled or removed. */
  readonly onChanged: () => void;
}

/** A virtual table: only the visible rows are rendered, so that thousands of nodes are no problem. */
export function NodeTable({ list, words, onChanged }: TableProps) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const [changing, setChanging] = useState<Row>();
  const { texts } = useI18n();
  useCell(list.pages);
  const from = Math.max(0, Math.floor(top / ROW_PX) - SPARE);
  const to = from + Math.ceil(height / ROW_PX) + 2 * SPARE;
  const seen = useRef([from, to] as const);
  seen.current = [from, to];

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    // On failure the next refresh tries again; the banner says that the hub is away.
    list.reach(to).catch(() => {});
  });
  useEffect(() => {
    const refresh = () => {
      if (!document.hidden) list.refresh(...seen.current).catch(() => {});
    };
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [list]);

  const rows = list.rows(from, to);
  const { nodes } = words;
  const above = Math.min(from, list.length) * ROW_PX;
  const below = Math.max(0, list.length - from - rows.length) * ROW_PX;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is a group, and no group of fields.
    <div
      ref={box}
      class="nodes"
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
      tabIndex={0}
      aria-label={nodes.title}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <table aria-rowcount={list.isComplete ? list.length + 1 : -1}>
        <caption class="unseen">{nodes.title}</caption>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{nodes.name}</th>
            <th scope="col">{nodes.state}</th>
            <th scope="col" class="wide-only">
              {nodes.router}
            </th>
            <th scope="col" class="wide-only widest-only">
              {nodes.network}
            </th>
            <th scope="col" class="wide-only">
              {nodes.traffic}
            </th>
            <th scope="col" class="wide-only">
              {nodes.tunnels}
            </th>
            <th scope="col" class="wide-only widest-only">
              {nodes.labels}
            </th>
            <th scope="col" class="wide-only">
              {nodes.seen}
            </th>
            <May scope="settings">
              <th scope="col" class="change">
                <span class="unseen">{texts.common.actions}</span>
              </th>
            </May>
          </tr>
        </thead>
        <tbody>
          <Gap px={above} />
          {rows.map((row, index) => (
            <NodeRow
              key={row.name}
              row={row}
              place={from + index + 2}
              words={words}
              onChange={() => setChanging(row)}
            />
          ))}
          <Gap px={below} />
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

/** A placeholder for the rows that are not rendered. */
const Gap = ({ px }: { readonly px: number }) =>
  px === 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot be focused.
    <tr aria-hidden="true" class="gap">
      <td colSpan={3} style={{ height: `${px}px` }} />
    </tr>
  );

/** What a router does that does not simply run. */
function phaseWords(phase: string | null, { phases }: Texts): string | undefined {
  if (phase === null || phase === "running" || !Object.hasOwn(phases, phase)) return undefined;
  const words = phases[phase as keyof typeof phases];
  return typeof words === "string" ? words : words.restart;
}

interface RowProps extends FleetPageProps {
  readonly row: Row;
  readonly place: number;
  readonly onChange: () => void;
}

/** Findings that do not show by the state or the phase. */
const FLAGS = [
  ...(["nodes.crashloop", "nodes.problem", "nodes.firewalled", "nodes.warning"] as const),
  ...(["nodes.restart", "nodes.drifted", "nodes.outdated"] as const),
];

function NodeRow({ row, place, words: { states, short, node }, onChange }: RowProps) {
  const { texts, format } = useI18n();
  const { live } = useAppState();
  const { name, state, version, netStatus, inbound, outbound, participating, seen } = row;
  const labels = labelTexts(row.labels).join(", ");
  const known = netStatus === null ? undefined : texts.net[netStatus as NetStatus]?.says;
  const flags = FLAGS.filter((key) => row.findings.includes(key)).map((key) => short[key]);
  const isAwaited = row.findings.includes("nodes.awaited");
  // What a router that does not run did last says nothing of now.
  const works = state === "online" && (row.phase === "running" || row.phase === "draining");
  return (
    <tr aria-rowindex={place}>
      <th scope="row" title={name}>
        <a href={nodeAddress(name, "overview")}>{name}</a>
      </th>
      <td class="lines">
        <span class={`tag verdict-${row.verdict} ${isAwaited ? "muted" : ""}`}>
          {isAwaited && short["nodes.awaited"]}
          {!isAwaited &&
            (state === "online" ? (phaseWords(row.phase, texts) ?? states.online) : states[state])}
        </span>
        {flags.length > 0 && <span class="flags">{flags.join(", ")}</span>}
      </td>
      <td class="lines wide-only">
        {row.router === null ? "–" : <span>{row.router}</span>}
        <span>{version}</span>
      </td>
      <td class="lines wide-only widest-only" title={works ? known : undefined}>
        {works && known ? <span>{known}</span> : "–"}
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
      <td class="number wide-only">{works && participating !== null ? format.count(participating) : "–"}</td>
      <td class="wide-only widest-only" title={labels}>
        {labels || "–"}
      </td>
      <td class="wide-only" title={seen === null ? undefined : format.moment(seen)}>
        {seen === null ? "–" : format.relative(Math.min(0, seen - live.now()))}
      </td>
      <May scope="settings">
        <td class="end">
          <button type="button" class="small" aria-label={`${node.change} ${name}`} onClick={onChange}>
            {node.change}
          </button>
        </td>
      </May>
    </tr>
  );
}
