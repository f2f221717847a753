export interface GraphLine {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

/** Something that happened, drawn as an upright line. */
export interface Mark {
  /** Seconds since the epoch. */
  readonly at: number;
  readonly text: string;
  readonly tone: "info" | "warning" | "error";
}

export interface PlotProps {
  /** Seconds since the epoch. */
  readonly times: readonly number[];
  readonly lines: readonly GraphLine[];
  readonly show: (value: number) => string;
  /** The values are bytes: marks stand at multiples of 1024. */
  readonly bytes?: boolean;
  /** The second line is drawn below zero. */
  readonly mirrored?: boolean;
  /** The most that the first and the second line can be. */
  readonly limits?: readonly [number, number] | undefined;
  readonly marks: readonly Mark[];
  /** What the graph spans, in seconds; there may be no values in part of it. */
  readonly from: number;
  readonly to: number;
  readonly onZoom: (from: number, to: number) => void;
  readonly onWhole: () => void;
}
