import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { useSpeech } from "../state/hooks.js";
import { THEME_CHANGED } from "../state/theme.js";
import { byteSteps, paint } from "./graph-look.js";

const FONT = "12px Geist, system-ui, sans-serif";
const DASHES = [[], [7, 5], [2, 4]];

export interface Line {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

interface GraphProps {
  readonly title: string;
  /** Seconds since the epoch. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  readonly show: (value: number) => string;
  /** The values are bytes: marks stand at multiples of 1024. */
  readonly bytes?: boolean;
  /** What the graph spans, in seconds; there may be no values in part of it. */
  readonly from: number;
  readonly to: number;
  readonly onZoom: (from: number, to: number) => void;
  readonly onWhole: () => void;
}

/** Lines over time. What it shows is also there as text: the legend for the eyes, the label for the ears. */
export function Graph(props: GraphProps) {
  const { texts } = useSpeech();
  const { title, lines, show, times } = props;
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  usePlot(place, props, setAt);

  const shown = (line: Line) => {
    const value = at === null ? line.values.findLast((one) => one !== null) : line.values[at];
    return value == null ? "–" : show(value);
  };
  const legend = lines.map((line) => `${line.label} ${shown(line)}`.trim()).join(", ");
  const empty = times.length === 0 || lines.every(({ values }) => values.every((value) => value === null));
  return (
    <figure class="graph">
      <figcaption>
        <h3>{title}</h3>
        <ul class="legend">
          {lines.map((line, index) => (
            <li key={line.label} class={`line-${index}`}>
              {line.label} <b>{shown(line)}</b>
            </li>
          ))}
        </ul>
      </figcaption>
      <div
        ref={place}
        class="plot"
        role="img"
        aria-label={`${title}. ${empty ? texts.graphs.empty : legend}`}
      />
      {empty && <p class="empty">{texts.graphs.empty}</p>}
    </figure>
  );
}

/** Keeps a plot in `place` that follows the props, the size of the place and the theme. */
function usePlot(
  place: { readonly current: HTMLElement | null },
  props: GraphProps,
  onCursor: (index: number | null) => void,
): void {
  const { format } = useSpeech();
  const plot = useRef<uPlot | undefined>(undefined);
  const latest = useRef({ props, format });
  latest.current = { props, format };

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const { lines, bytes } = latest.current.props;
    const size = () => ({ width: element.clientWidth, height: element.clientHeight });
    const made = new uPlot(
      {
        ...size(),
        legend: { show: false },
        cursor: {
          points: { size: 7 },
          drag: { x: true, y: false, setScale: false },
          sync: { key: "history" },
          bind: {
            dblclick: () => () => {
              latest.current.props.onWhole();
              return null;
            },
          },
        },
        padding: [8, 22, 0, 0],
        select: { show: true, left: 0, top: 0, width: 0, height: 0 },
        scales: {
          x: { range: () => [latest.current.props.from, latest.current.props.to] },
          y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.1 : 1] },
        },
        axes: [
          {
            font: FONT,
            stroke: () => paint("muted"),
            grid: { stroke: () => paint("line"), width: 1 },
            ticks: { show: false },
            space: 72,
            size: 30,
            values: (_plot, marks, _axis, _space, apart) =>
              marks.map((mark) => latest.current.format.mark(mark * 1_000, apart * 1_000)),
          },
          {
            font: FONT,
            stroke: () => paint("muted"),
            grid: { stroke: () => paint("line"), width: 1 },
            ticks: { show: false },
            size: bytes ? 78 : 52,
            space: 34,
            ...(bytes ? { incrs: byteSteps } : {}),
            values: (_plot, marks) => marks.map((mark) => latest.current.props.show(mark)),
          },
        ],
        series: [
          {},
          ...lines.map((_line, index) => ({
            stroke: () => paint(`series-${index}`),
            ...(index === 0 ? { fill: () => paint("series-0-fill") } : {}),
            width: 1.5,
            // Lines that lie on each other can all be seen, and told apart without their colours.
            dash: DASHES[index] ?? [],
            points: { show: false },
            spanGaps: false,
          })),
        ],
        hooks: {
          setCursor: [(self) => onCursor(self.cursor.idx ?? null)],
          setSelect: [
            (self) => {
              const { left, width } = self.select;
              if (width < 6) return;
              const { onZoom } = latest.current.props;
              const [from, to] = [self.posToVal(left, "x"), self.posToVal(left + width, "x")];
              self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
              onZoom(from, to);
            },
          ],
        },
      },
      [[], ...lines.map(() => [])],
      element,
    );
    plot.current = made;
    const resized = new ResizeObserver(() => made.setSize(size()));
    resized.observe(element);
    const repaint = () => made.redraw(false, true);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", repaint);
    addEventListener(THEME_CHANGED, repaint);
    return () => {
      resized.disconnect();
      dark.removeEventListener("change", repaint);
      removeEventListener(THEME_CHANGED, repaint);
      made.destroy();
    };
  }, [place, onCursor]);

  const { times, lines, from, to } = props;
  useEffect(() => {
    plot.current?.setData([times, ...lines.map(({ values }) => values)] as uPlot.AlignedData);
  }, [times, lines, from, to]);
}
