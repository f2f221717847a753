import type { ComponentChildren } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Failure } from "../../parts/notice.js";
import { useI18n } from "../../state/hooks.js";
import { SPANS } from "../../state/view.js";
import { eventWords } from "../record/event-words.js";
import { saveCsv, savePng } from "./export.js";
import { Graph } from "./graph.js";
import type { GraphRow } from "./graph-rows.js";
import type { History } from "./history.js";
import { HistoryNumbers } from "./history-numbers.js";
import type { GraphLine, LimitStep, Mark } from "./plot/plot-props.js";
import { isBandwidth, shownAs } from "./stats.js";

interface HistoryGraphsProps {
  readonly history: History;
  readonly children?: ComponentChildren;
}

/** Graphs of the recorded history, from minutes to a year. */
export function HistoryGraphs({ history, children }: HistoryGraphsProps) {
  const { texts } = useI18n();
  const words = texts.graphs;
  const graphs = useRef<HTMLDivElement>(null);
  return (
    <Card title={words.title} class="history" aside={<Ranges history={history} />}>
      {history.view.from !== undefined && <Past history={history} />}
      <Failure error={history.loaded.value === undefined ? history.loaded.error : undefined} />
      <div class="graphs" ref={graphs}>
        {history.graphs.map((row) => (
          <RowGraph key={row.lines[0].stat} row={row} history={history} />
        ))}
      </div>
      <div class="card-head">
        <p class="help">{words.hint}</p>
        <div class="actions">
          <button type="button" class="small" onClick={() => saveCsv(history)}>
            {words.csv}
          </button>
          <button
            type="button"
            class="small"
            onClick={() => graphs.current && savePng(history, graphs.current)}
          >
            {words.png}
          </button>
        </div>
      </div>
      <HistoryNumbers history={history} />
      {children}
    </Card>
  );
}

const TONES: { readonly [severity: string]: Mark["tone"] } = { warning: "warning", error: "error" };

const NO_LIMITS: readonly LimitStep[] = [];

interface RowGraphProps {
  readonly row: GraphRow;
  readonly history: History;
}

function RowGraph({ row, history }: RowGraphProps) {
  const { texts, format } = useI18n();
  const recorded = history.loaded.value;
  const lines = useMemo(
    () =>
      row.lines.map(
        ({ stat, label }): GraphLine => ({ label: label(texts), values: history.valuesOf(stat) }),
      ),
    [recorded, texts, row],
  );
  const marks = useMemo(
    () =>
      (recorded?.events ?? []).map(
        (event): Mark => ({
          at: event.at / 1_000,
          text: `${format.time(event.at)} ${eventWords(event, texts, format)}`,
          tone: TONES[event.severity] ?? "info",
        }),
      ),
    [recorded, texts, format],
  );
  return (
    <Graph
      title={row.title(texts)}
      follows={history.view.from === undefined}
      times={history.times}
      lines={lines}
      marks={marks}
      limitName={texts.graphs.limit}
      limits={row.mirrored ? history.limits : NO_LIMITS}
      mirrored={row.mirrored ?? false}
      show={shownAs(row.lines[0].stat, format)}
      bytes={isBandwidth(row.lines[0].stat)}
      from={history.from}
      to={history.to}
      onZoom={history.showRange}
      onWhole={() => history.follow(wholeOf(history))}
    />
  );
}

/** Double-click shows the shortest range that contains the current view. */
const wholeOf = ({ view }: History): number => SPANS.find((span) => span >= view.span) ?? view.span;

function Ranges({ history }: { readonly history: History }) {
  const { texts, format } = useI18n();
  const { view } = history;
  const zoomed = view.from !== undefined;
  const words = texts.graphs;
  return (
    <div class="ranges">
      <fieldset class="choices">
        <legend class="unseen">{words.range}</legend>
        {SPANS.map((span) => (
          <button
            key={span}
            type="button"
            aria-pressed={!zoomed && view.span === span}
            onClick={() => history.follow(span)}
          >
            {format.span(span)}
          </button>
        ))}
      </fieldset>
      <div class="choices">
        <Step label={words.earlier} sign="‹" onStep={() => history.move(-0.5)} />
        <Step label={words.zoomIn} sign="+" onStep={() => history.zoom(0.5)} />
        <Step label={words.zoomOut} sign="−" onStep={() => history.zoom(2)} />
        <Step label={words.later} sign="›" onStep={() => history.move(0.5)} disabled={!zoomed} />
      </div>
    </div>
  );
}

/** Says that the graphs show the past, and leads back. */
function Past({ history }: { readonly history: History }) {
  const { texts, format } = useI18n();
  return (
    <div class="past">
      <p role="status">{format.range(history.from * 1_000, history.to * 1_000)}</p>
      <button type="button" class="small" onClick={() => history.follow(wholeOf(history))}>
        {texts.graphs.now}
      </button>
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly sign: string;
  readonly disabled?: boolean;
  readonly onStep: () => void;
}

const Step = ({ label, sign, disabled = false, onStep }: StepProps) => (
  <button type="button" aria-label={label} title={label} disabled={disabled} onClick={onStep}>
    {sign}
  </button>
);
