import type { LimitStep, PlotProps } from "./plot-props.js";

/** Limits are drawn to scale when the traffic reaches this share of them; a line far above would flatten the graph. */
const LIMIT_SEEN = 0.3;

const isNear = (most: number, limit: number) => most >= limit * LIMIT_SEEN;

/** The limits within the time range, each from when it began until the next. */
export const limitsWithin = (limits: readonly LimitStep[], from: number, to: number) =>
  limits.flatMap(({ at, values }, index) => {
    const [begin, end] = [Math.max(from, at), Math.min(to, limits[index + 1]?.at ?? to)];
    return begin < end ? [{ begin, end, values }] : [];
  });

/**
 * The range of the vertical axis. There is room for all limits or for none: one alone would squeeze the other half of
 * a mirrored graph, and an earlier one would look like the one in force.
 */
export function valueRange(
  least: number | null,
  most: number | null,
  { mirrored = false, limits, from, to }: Pick<PlotProps, "mirrored" | "limits" | "from" | "to">,
): [number, number] {
  const peaks = [Math.max(0, most ?? 0), mirrored ? Math.max(0, -(least ?? 0)) : 0] as const;
  const seen = limitsWithin(limits, from, to).map(({ values }) => values);
  const lines = mirrored ? ([0, 1] as const) : ([0] as const);
  const isSeen = seen.every((values) => lines.every((line) => isNear(peaks[line], values[line])));
  const reach = (line: 0 | 1) =>
    Math.max(peaks[line], ...(isSeen ? seen.map((values) => values[line]) : [])) * 1.1;
  const [up, down] = [reach(0), mirrored ? reach(1) : 0];
  return up + down > 0 ? [-down, up] : [0, 1];
}
