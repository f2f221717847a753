export interface GraphLine {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

/** An event, drawn as a vertical line. */
export interface Mark {
  /** Seconds since the epoch. */
  readonly at: number;
  readonly text: string;
  readonly tone: "info" | "warning" | "error";
}

/** The limits of the first and the second line from a time on, until the next. */
export interface LimitStep {
  /** Seconds since the epoch. */
  readonly at: number;
  readonly values: readonly [number, number];
}

export interface PlotProps {
  /** Seconds since the epoch. */
  readonly times: readonly number[];
  readonly lines: readonly GraphLine[];
  readonly show: (value: number) => string;
  /** The values are bytes: ticks are at powers of two. */
  readonly bytes?: boolean;
  /** The second line is drawn below zero. */
  readonly mirrored?: boolean;
  /** What a limit is called where there is no room for its line. */
  readonly limitName: string;
  /** As they were at the time, the oldest first. 0 is no limit. */
  readonly limits: readonly LimitStep[];
  readonly marks: readonly Mark[];
  /** The time range in seconds; part of it may have no values. */
  readonly from: number;
  readonly to: number;
  readonly onZoom: (from: number, to: number) => void;
  readonly onWhole: () => void;
}
