import { useMemo } from "preact/hooks";
import { Card } from "../parts/card.js";
import { Failure } from "../parts/notice.js";
import { type History, SPANS, useHistory } from "../state/history.js";
import { useSpeech } from "../state/hooks.js";
import { Graph, type Line } from "./graph.js";
import { GRAPHS, type GraphRow } from "./graph-rows.js";
import { HistoryNumbers } from "./history-numbers.js";
import { isBandwidth, shownAs } from "./stats.js";

/** What was recorded, from minutes to a year. */
export function HistoryGraphs() {
  const { texts } = useSpeech();
  const history = useHistory();
  return (
    <Card title={texts.graphs.title} class="history" aside={<Ranges history={history} />}>
      <Failure error={history.loaded.value === undefined ? history.loaded.error : undefined} />
      <div class="graphs">
        {GRAPHS.map((row) => (
          <RowGraph key={row.lines[0].stat} row={row} history={history} />
        ))}
      </div>
      <p class="help">{texts.graphs.hint}</p>
      <HistoryNumbers history={history} />
    </Card>
  );
}

function RowGraph({ row, history }: { readonly row: GraphRow; readonly history: History }) {
  const { texts, format } = useSpeech();
  const recorded = history.loaded.value;
  const lines = useMemo(
    () => row.lines.map(({ stat, label }): Line => ({ label: label(texts), values: history.valuesOf(stat) })),
    [recorded, texts, row],
  );
  return (
    <Graph
      title={row.title(texts)}
      times={history.times}
      lines={lines}
      show={shownAs(row.lines[0].stat, format)}
      bytes={isBandwidth(row.lines[0].stat)}
      from={history.from}
      to={history.to}
      onZoom={history.look}
      onWhole={() => history.follow(wholeOf(history))}
    />
  );
}

/** Zooming out leads back to the shortest of the ranges that holds what is seen. */
const wholeOf = ({ view }: History): number => SPANS.find((span) => span >= view.span) ?? view.span;

function Ranges({ history }: { readonly history: History }) {
  const { texts, format } = useSpeech();
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
            {format.duration(span)}
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
