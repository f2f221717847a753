import type { EventEntry, LimitEntry, Result } from "@pilothouse/protocol";
import { useEffect, useMemo } from "preact/hooks";
import { addressParams, setAddressParams } from "../../state/browser/address.js";
import { useCell } from "../../state/cell.js";
import { type Loaded, useAppState, useLoaded } from "../../state/hooks.js";
import { LONGEST, paramsOf, SHORTEST, VIEW_PARAMS, type View, viewOf } from "../../state/view.js";
import { GRAPHS, type GraphRow } from "./graph-rows.js";
import type { LimitStep } from "./plot/plot-props.js";
import { stepTimes } from "./step-times.js";

const POINTS = 600;
const REFRESH = 10_000;
/** The events that are marked in graphs. */
const MARKED = [
  "router.started",
  "router.stopped",
  "router.restarted",
  "router.crashed",
  "settings.saved",
  "update.installed",
  "address.changed",
];

export interface Recorded extends Samples {
  readonly events: readonly EventEntry[];
  /** When this was loaded, by the service's clock. */
  readonly at: number;
}

export interface History {
  readonly graphs: readonly GraphRow[];
  readonly view: View;
  readonly loaded: Loaded<Recorded>;
  /** Seconds since the epoch; `valuesOf` has one value for each. */
  readonly times: readonly number[];
  readonly valuesOf: (stat: string) => readonly (number | null)[];
  /** The bandwidth limits, in and out, in bytes per second. */
  readonly limits: readonly LimitStep[];
  /** The time range of the graphs, in seconds. */
  readonly from: number;
  readonly to: number;
  readonly follow: (span: number) => void;
  readonly showRange: (from: number, to: number) => void;
  /** Zooms around the middle: 0.5 shows half of the time. */
  readonly zoom: (factor: number) => void;
  /** -0.5 moves back by half a view. */
  readonly move: (share: number) => void;
}

/** The view is kept while other pages are open. It is also in the address, so that a link shows the same. */
function useView(): readonly [View, (view: View) => void] {
  const { view: cell, place } = useAppState();
  const view = useCell(cell);
  const isHub = place === "hub";
  const put = (shown: View) =>
    setAddressParams(VIEW_PARAMS, [...paramsOf(shown)], isHub ? "fleet" : undefined);
  useEffect(() => {
    const follow = () => {
      const asked = viewOf(addressParams());
      if (asked !== undefined) cell.set(asked);
      // Of a hub's page the graphs are a small part: its address names a range only if one was chosen there.
      else if (!isHub) put(cell.value);
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [cell]);
  const show = (next: View) => {
    cell.set(next);
    put(next);
  };
  return [view, show];
}

type Samples = Result<"pilothouse.history">;

/** Of each statistic. */
export const valuesIn = (samples: Pick<Samples, "series"> | undefined) => (stat: string) =>
  samples?.series.find((series) => series.stat === stat)?.values ?? [];

const stepOf = ({ at, in: inbound, out }: LimitEntry): LimitStep => ({
  at: at / 1_000,
  values: [inbound ?? 0, out ?? 0],
});

export function useHistory(graphs = GRAPHS): History {
  const { session, live, place } = useAppState();
  const [view, show] = useView();
  const loaded = useLoaded(async (): Promise<Recorded> => {
    const from = Math.round(view.from ?? live.now() - view.span);
    const to = from + view.span;
    const [recorded, { events }] = await Promise.all([
      session.call("pilothouse.history", { from, to, points: POINTS }),
      // Of a fleet there are too many.
      place === "hub" ? { events: [] } : session.call("pilothouse.events", { from, to, kinds: MARKED }),
    ]);
    return { ...recorded, events, at: live.now() };
  }, [session, live, view]);

  const { value, reload } = loaded;
  const step = value?.step ?? 0;
  useEffect(() => {
    if (view.from !== undefined || step === 0) return undefined;
    const timer = setInterval(
      () => !document.hidden && void reload(),
      Math.min(REFRESH, Math.max(2_000, step)),
    );
    return () => clearInterval(timer);
  }, [view, reload, step]);

  const showRange = (from: number, to: number) => {
    const latest = live.now();
    const span = Math.round(Math.min(LONGEST, Math.max(SHORTEST, to - from)));
    const begin = Math.round((from + to - span) / 2);
    show({ span, from: Math.min(begin, Math.round(latest - span)) });
  };
  const begin = view.from ?? live.now() - view.span;
  // The last step may end in the future; the graph does not.
  const latest = value === undefined ? live.now() : Math.min(value.to, value.at);
  const end = view.from === undefined ? latest : view.from + view.span;
  const times = useMemo(
    () => stepTimes({ from: value?.from ?? 0, step, count: value?.series[0]?.values.length ?? 0 }, end),
    // Without a value, `end` is the present, which is different each time.
    [value, step, value && end],
  );
  const limits = useMemo(() => (value?.limits ?? []).map(stepOf), [value]);
  return {
    graphs,
    view,
    loaded,
    times,
    valuesOf: valuesIn(value),
    limits,
    from: (end - view.span) / 1_000,
    to: end / 1_000,
    follow: (span) => show({ span }),
    showRange: (from, to) => showRange(from * 1_000, to * 1_000),
    zoom(factor) {
      const middle = begin + view.span / 2;
      const half = (view.span * factor) / 2;
      showRange(middle - half, middle + half);
    },
    move(share) {
      const shift = view.span * share;
      showRange(begin + shift, begin + view.span + shift);
    },
  };
}
