import { useMemo } from "preact/hooks";

const [WIDTH, HEIGHT] = [100, 24];

/** Small changes must look small: the range drawn is at least this share of the largest value. */
const LEAST_SWING = 0.25;

/** An SVG path through the values, with gaps where there are none. */
export function sparkPath(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  const most = Math.max(...known);
  const swing = Math.max(1e-9, most - Math.min(...known), most * LEAST_SWING);
  const x = (index: number) => ((index / Math.max(1, values.length - 1)) * WIDTH).toFixed(1);
  const y = (value: number) => (HEIGHT - 1 - ((value - most + swing) / swing) * (HEIGHT - 2)).toFixed(1);
  return values
    .map((value, index) =>
      value === null ? "" : `${values[index - 1] == null ? "M" : "L"}${x(index)} ${y(value)}`,
    )
    .join("");
}

interface SparklineProps {
  readonly values: readonly (number | null)[];
  readonly colour: number;
}

/** The recent values of a tile, without axes. */
export function Sparkline({ values, colour }: SparklineProps) {
  const path = useMemo(() => sparkPath(values), [values]);
  return (
    <svg
      class={`spark line-${colour}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
