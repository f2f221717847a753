interface Steps {
  /** When the first step begins, in milliseconds. */
  readonly from: number;
  readonly step: number;
  readonly count: number;
}

/**
 * Where the values are drawn, in seconds. A value covers the step that begins at its time, so it is drawn in the
 * middle of the step. The last step may still be under way: its value is drawn at the end of the graph (`to`, in
 * milliseconds), because beyond the end it would not be seen.
 */
export const stepTimes = ({ from, step, count }: Steps, to: number): number[] =>
  Array.from({ length: count }, (_none, index) => Math.min(from + (index + 0.5) * step, to) / 1_000);
