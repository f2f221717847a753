import { ask } from "@pilothouse/client/browser";
import type { RateStat, Result } from "@pilothouse/protocol";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Loaded, useHelm, useLoaded } from "./hooks.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const SPANS = [15 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY, 365 * DAY] as const;
const SHORTEST = MINUTE;
const LONGEST = 365 * DAY;
const POINTS = 600;
const REFRESH = 10_000;

/** What the graphs show: a time up to now that moves on, or a piece of the past that stays. */
export interface View {
  readonly span: number;
  readonly from?: number;
}

export type Recorded = Result<"pilothouse.history">;

export interface History {
  readonly view: View;
  readonly loaded: Loaded<Recorded>;
  /** Seconds since the epoch, and the values of each statistic at them. */
  readonly times: readonly number[];
  readonly valuesOf: (stat: RateStat) => readonly (number | null)[];
  /** What the graphs span, in seconds. */
  readonly from: number;
  readonly to: number;
  readonly follow: (span: number) => void;
  readonly look: (from: number, to: number) => void;
  /** Keeps the middle: 0.5 shows half of it. */
  readonly zoom: (factor: number) => void;
  /** -0.5 goes half a view back. */
  readonly move: (share: number) => void;
}

export function useHistory(): History {
  const { session, live } = useHelm();
  const [view, setView] = useState<View>({ span: HOUR });
  const loaded = useLoaded(() => {
    const from = Math.round(view.from ?? live.now() - view.span);
    return session.ask(ask.own("pilothouse.history", { from, to: from + view.span, points: POINTS }));
  }, [session, live, view]);

  const { value, reload } = loaded;
  const step = value?.step ?? 0;
  useEffect(() => {
    if (view.from !== undefined) return undefined;
    const timer = setInterval(
      () => !document.hidden && void reload(),
      Math.min(REFRESH, Math.max(2_000, step)),
    );
    return () => clearInterval(timer);
  }, [view, reload, step]);

  const times = useMemo(() => {
    const count = value?.series[0]?.values.length ?? 0;
    // A value stands for the step that begins at its time; it is drawn in its middle.
    return Array.from(
      { length: count },
      (_none, index) => ((value?.from ?? 0) + (index + 0.5) * step) / 1_000,
    );
  }, [value, step]);

  const look = (from: number, to: number) => {
    const latest = live.now();
    const span = Math.round(Math.min(LONGEST, Math.max(SHORTEST, to - from)));
    const begin = Math.round((from + to - span) / 2);
    setView({ span, from: Math.min(begin, Math.round(latest - span)) });
  };
  const begin = view.from ?? live.now() - view.span;
  return {
    view,
    loaded,
    times,
    valuesOf: (stat) => value?.series.find((series) => series.stat === stat)?.values ?? [],
    from: (view.from ?? (value?.to ?? live.now()) - view.span) / 1_000,
    to: ((view.from ?? (value?.to ?? live.now()) - view.span) + view.span) / 1_000,
    follow: (span) => setView({ span }),
    look: (from, to) => look(from * 1_000, to * 1_000),
    zoom(factor) {
      const middle = begin + view.span / 2;
      const half = (view.span * factor) / 2;
      look(middle - half, middle + half);
    },
    move(share) {
      const shift = view.span * share;
      look(begin + shift, begin + view.span + shift);
    },
  };
}
