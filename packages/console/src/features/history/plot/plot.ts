import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import type { Format } from "../../../format.js";
import { THEME_CHANGED } from "../../../state/browser/theme.js";
import { useI18n } from "../../../state/hooks.js";
import { byteSteps, countSteps, cssColour } from "../graph-style.js";
import { drawLimits, drawMarks } from "./plot-marks.js";
import type { Mark, PlotProps } from "./plot-props.js";
import { valueRange } from "./value-range.js";

const FONT = "12px Geist, system-ui, sans-serif";
const DASHES = [[], [7, 5], [2, 4]];
/** Marks this close to the pointer are named, in pixels. */
const NEAR = 10;

interface Cursor {
  readonly index: number;
  readonly marks: readonly Mark[];
}

interface Latest {
  readonly props: PlotProps;
  readonly format: Format;
}

/** Keeps a plot in `place`, and redraws it when the props, the size or the theme change. */
export function usePlot(
  place: { readonly current: HTMLElement | null },
  props: PlotProps,
  onCursor: (cursor: Cursor | undefined) => void,
): void {
  const { format } = useI18n();
  const plot = useRef<uPlot | undefined>(undefined);
  const latest = useRef<Latest>({ props, format });
  latest.current = { props, format };

  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let close: (() => void) | undefined;
    // Each plot is made in a task of its own: several at once would hold up the page.
    const timer = setTimeout(() => {
      const made = new uPlot(
        { ...sizeOf(element), ...options(latest, onCursor) },
        plotData(latest.current.props),
        element,
      );
      plot.current = made;
      close = keepDrawn(made, element);
    });
    return () => {
      clearTimeout(timer);
      close?.();
      plot.current = undefined;
    };
  }, [place, onCursor]);

  const { times, lines, from, to, mirrored, marks, limits } = props;
  useEffect(() => {
    plot.current?.setData(plotData(latest.current.props));
  }, [times, lines, from, to, mirrored, marks, limits]);
}

const sizeOf = (element: HTMLElement) => ({ width: element.clientWidth, height: element.clientHeight });

/** Redraws a plot when the size or the theme change; returns a function that removes it. */
function keepDrawn(plot: uPlot, element: HTMLElement): () => void {
  const resized = new ResizeObserver(() => {
    const size = sizeOf(element);
    // The first call has the size that the plot was made with.
    if (size.width !== plot.width || size.height !== plot.height) plot.setSize(size);
  });
  resized.observe(element);
  const repaint = () => plot.redraw(false, true);
  // Paper is white in any theme.
  const schemes = [matchMedia("(prefers-color-scheme: dark)"), matchMedia("print")];
  for (const scheme of schemes) scheme.addEventListener("change", repaint);
  addEventListener(THEME_CHANGED, repaint);
  // Axes drawn before the typeface has loaded would keep the fallback.
  void document.fonts.ready.then(repaint);
  return () => {
    resized.disconnect();
    for (const scheme of schemes) scheme.removeEventListener("change", repaint);
    removeEventListener(THEME_CHANGED, repaint);
    plot.destroy();
  };
}

const plotData = ({ times, lines, mirrored }: PlotProps) =>
  [
    times,
    ...lines.map(({ values }, index) => (mirrored && index === 1 ? values.map(negative) : values)),
  ] as uPlot.AlignedData;

const negative = (value: number | null) => (value === null ? null : -value);

type Options = Omit<uPlot.Options, "width" | "height">;

function options(
  latest: { readonly current: Latest },
  onCursor: (cursor: Cursor | undefined) => void,
): Options {
  const { lines, bytes = false, mirrored = false } = latest.current.props;
  const axis = {
    font: FONT,
    stroke: () => cssColour("muted"),
    grid: { stroke: () => cssColour("line"), width: 1 },
    ticks: { show: false },
  };
  return {
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
      y: { range: (_plot, least, most) => valueRange(least, most, latest.current.props) },
    },
    axes: [
      {
        ...axis,
        space: 72,
        size: 30,
        values: (_plot, marks, _axis, _space, apart) =>
          marks.map((mark) => latest.current.format.mark(mark * 1_000, apart * 1_000)),
      },
      {
        ...axis,
        size: bytes ? 78 : 52,
        space: 34,
        incrs: bytes ? byteSteps : countSteps,
        values: (_plot, marks) => marks.map((mark) => latest.current.props.show(Math.abs(mark))),
      },
    ],
    series: [
      {},
      ...lines.map((_line, index) => ({
        stroke: () => cssColour(`series-${index}`),
        ...(index === 0 || mirrored ? { fill: () => cssColour(`series-${index}-fill`) } : {}),
        width: 1.5,
        // Dashes keep overlapping lines visible, and distinguishable without colour.
        dash: mirrored ? [] : (DASHES[index] ?? []),
        // A line needs two values: an isolated one is drawn as a dot.
        points: {
          show: true,
          size: 5,
          filter: (self: uPlot, series: number) => isolatedPoints(self.data[series] ?? []),
        },
        spanGaps: false,
      })),
    ],
    hooks: {
      draw: [
        (self) => drawLimits(self, latest.current.props),
        (self) => drawMarks(self, latest.current.props),
      ],
      setCursor: [
        (self) => {
          const { idx, left = -1 } = self.cursor;
          if (idx == null || left < 0) return onCursor(undefined);
          const isClose = ({ at }: Mark) => Math.abs(self.valToPos(at, "x") - left) <= NEAR;
          onCursor({ index: idx, marks: latest.current.props.marks.filter(isClose) });
        },
      ],
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
  };
}

/** Indices of values without a neighbour. */
const isolatedPoints = (values: ArrayLike<number | null | undefined>): number[] =>
  Array.from(values, (value, index) =>
    value != null && values[index - 1] == null && values[index + 1] == null ? index : -1,
  ).filter((index) => index !== -1);
