import type uPlot from "uplot";
import { cssColour } from "../graph-style.js";
import type { Mark, PlotProps } from "./plot-props.js";
import { limitsWithin } from "./value-range.js";

/** The limits as dotted lines, as they were. One that is out of the plot is named at the edge. */
export function drawLimits(plot: uPlot, { limits, limitName, mirrored, show, from, to }: PlotProps): void {
  const { min, max } = plot.scales["y"] ?? {};
  const seen = limitsWithin(limits, from, to);
  if (min == null || max == null) return;
  plot.ctx.save();
  plot.ctx.strokeStyle = plot.ctx.fillStyle = cssColour("warning");
  for (const line of mirrored ? ([0, 1] as const) : ([0] as const)) {
    const signed = (value: number) => (line === 1 ? -value : value);
    const isOut = (value: number) => signed(value) > max || signed(value) < min;
    const all = seen.map(({ values, ...time }) => ({ ...time, value: values[line] }));
    drawSteps(
      plot,
      all
        .filter(({ value }) => value > 0 && !isOut(value))
        .map((one) => ({ ...one, value: signed(one.value) })),
    );
    const last = all.at(-1)?.value ?? 0;
    if (last > 0 && isOut(last)) nameAtEdge(plot, `${limitName} ${show(last)}`, line);
  }
  plot.ctx.restore();
}

interface Step {
  readonly begin: number;
  readonly end: number;
  readonly value: number;
}

function drawSteps({ ctx, valToPos }: uPlot, steps: readonly Step[]): void {
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([2 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  for (const [index, { begin, end, value }] of steps.entries()) {
    const [left, right, y] = [
      valToPos(begin, "x", true),
      valToPos(end, "x", true),
      Math.round(valToPos(value, "y", true)),
    ];
    if (steps[index - 1]?.end === begin) ctx.lineTo(left, y);
    else ctx.moveTo(left, y);
    ctx.lineTo(right, y);
  }
  ctx.stroke();
}

function nameAtEdge({ ctx, bbox }: uPlot, text: string, line: 0 | 1): void {
  ctx.font = `${11 * devicePixelRatio}px Geist, system-ui, sans-serif`;
  ctx.textAlign = "right";
  ctx.textBaseline = line === 0 ? "top" : "bottom";
  const gap = 3 * devicePixelRatio;
  const x = bbox.left + bbox.width - gap;
  const y = line === 0 ? bbox.top + gap : bbox.top + bbox.height - gap;
  ctx.save();
  // The traffic may run behind the name.
  ctx.lineWidth = 2 * gap;
  ctx.lineJoin = "round";
  ctx.setLineDash([]);
  ctx.strokeStyle = cssColour("surface");
  ctx.strokeText(text, x, y);
  ctx.restore();
  ctx.fillText(text, x, y);
}

const TONES: Record<Mark["tone"], string> = { info: "muted", warning: "warning", error: "error" };

/** Events as vertical lines with a flag at the top. */
export function drawMarks({ ctx, bbox, valToPos }: uPlot, { marks, from, to }: PlotProps): void {
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  for (const { at, tone } of marks)
    if (at >= from && at <= to) {
      const x = Math.round(valToPos(at, "x", true));
      const half = 4 * devicePixelRatio;
      ctx.strokeStyle = ctx.fillStyle = cssColour(TONES[tone]);
      ctx.globalAlpha = 0.6;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      ctx.globalAlpha = 1;
      ctx.beginPath();
      ctx.moveTo(x - half, bbox.top);
      ctx.lineTo(x + half, bbox.top);
      ctx.lineTo(x, bbox.top + 2 * half);
      ctx.fill();
    }
  ctx.restore();
}
