import { useRef, useState } from "preact/hooks";
import { useSelector } from "../../state/cell.js";
import { useAppState, useI18n } from "../../state/hooks.js";
import type { RouterSnapshot } from "../../state/live.js";
import { usePlot } from "./plot/plot.js";
import type { GraphLine, Mark, PlotProps } from "./plot/plot-props.js";

interface GraphProps extends PlotProps {
  readonly title: string;
  /** It shows the time until now. */
  readonly follows: boolean;
}

const awayOf = (snapshot: RouterSnapshot | undefined) => snapshot?.away;

/** Lines over time. The same as text: a legend to read, and a label for screen readers. */
export function Graph({ title, follows, ...plot }: GraphProps) {
  const { texts, format } = useI18n();
  const { lines, show, times, limits } = plot;
  const place = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<{ readonly index: number; readonly marks: readonly Mark[] }>();
  usePlot(place, plot, setCursor);

  // The last values of a router that does not run are not those of now.
  const isAway = useSelector(useAppState().live.snapshot, awayOf) !== undefined;
  const isOver = isAway && follows;
  const shown = (line: GraphLine) => {
    const last = isOver ? undefined : line.values.findLast((one) => one !== null);
    const value = cursor === undefined ? last : line.values[cursor.index];
    return value == null ? "–" : show(value);
  };
  const legend = lines.map((line) => `${line.label} ${shown(line)}`.trim()).join(", ");
  const empty = times.length === 0 || lines.every(({ values }) => values.every((value) => value === null));
  const at = cursor && times[cursor.index];
  const limit =
    limits.findLast((one) => one.at <= (at ?? plot.to))?.values.filter((value) => value > 0) ?? [];
  return (
    <figure class="graph">
      <figcaption>
        <h3>{title}</h3>
        <ul class="legend">
          {at !== undefined && <li class="cursor">{format.time(at * 1_000)}</li>}
          {lines.map((line, index) => (
            <li key={line.label} class={`line-${index}`}>
              {line.label} <b>{shown(line)}</b>
            </li>
          ))}
          {limit.length > 0 && (
            <li class="limit">
              {texts.graphs.limit} <b>{[...new Set(limit)].map(show).join(" / ")}</b>
            </li>
          )}
        </ul>
      </figcaption>
      <div
        ref={place}
        class="plot"
        role="img"
        aria-label={`${title}. ${empty ? texts.graphs.empty : legend}`}
      />
      {cursor !== undefined && cursor.marks.length > 0 && (
        <p class="marks">{cursor.marks.map(({ text }) => text).join(" · ")}</p>
      )}
      {empty && <p class="empty">{texts.graphs.empty}</p>}
    </figure>
  );
}
