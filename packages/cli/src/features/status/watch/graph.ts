const EIGHTHS = ["", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/** Values as columns of blocks, the newest at the right; `most` fills the whole height. Top line first. */
export function graph(values: readonly number[], width: number, height: number, most: number): string[] {
  const shown = values.slice(-width);
  const eighths = shown.map((value) => (most > 0 ? Math.round((Math.max(0, value) / most) * height * 8) : 0));
  return Array.from({ length: height }, (_, line) => {
    const below = (height - 1 - line) * 8;
    const columns = eighths.map((filled) => EIGHTHS[Math.min(8, Math.max(0, filled - below))] || " ");
    return columns.join("").padStart(width);
  });
}

/** The next rounder number above, so that the scale does not change with every value. */
export function scaleFor(values: readonly number[]): number {
  const most = Math.max(0, ...values);
  if (most === 0) return 0;
  const power = 2 ** Math.floor(Math.log2(most));
  return [1, 1.25, 1.5, 1.75, 2].map((step) => step * power).find((scale) => scale >= most) ?? most;
}
