import type uPlot from "uplot";
import { cssColour } from "./graph-style.js";
import type { Mark, PlotProps } from "./plot-props.js";

/** The limits as dotted lines across the plot. */
export function drawLimits({ ctx, bbox, valToPos, scales }: uPlot, { limits, mirrored }: PlotProps): void {
  const { min, max } = scales["y"] ?? {};
  if (limits === undefined || min == null || max == null) return;
  ctx.save();
  ctx.strokeStyle = cssColour("warning");
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([2 * devicePixelRatio, 4 * devicePixelRatio]);
  for (const value of mirrored ? [limits[0], -limits[1]] : limits)
    if (value !== 0 && value >= min && value <= max) {
      const y = Math.round(valToPos(value, "y", true));
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
    }
  ctx.restore();
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
