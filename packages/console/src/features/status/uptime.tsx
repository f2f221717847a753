import type { Result } from "@pilothouse/protocol";
import { Card } from "../../parts/card.js";
import { useAppState, useI18n, usePolled } from "../../state/hooks.js";

const HOUR = 3_600_000;
/** Each with as many bars as it has hours or days. */
const SPANS = [
  { span: 24 * HOUR, bar: HOUR, points: 96 },
  { span: 30 * 24 * HOUR, bar: 24 * HOUR, points: 720 },
] as const;
const SELDOM = 300_000;
/** The last sample may be so old: what came after it is not missing. */
const BEHIND = 20_000;

type Samples = Result<"pilothouse.history">;

export interface Beat {
  readonly from: number;
  /** The share of the time for which the router ran; null: nothing was recorded, the service did not run. */
  readonly up: number | null;
}

/** The share of the recorded time in which the router ran, in all and for each bar. */
export function uptimeOf(
  { from, step, series, recorded }: Samples,
  begin: number,
  bar: number,
  count: number,
) {
  const values = series.find(({ stat }) => stat === "router.up")?.values ?? [];
  const known = values.flatMap((value, index) =>
    value === null ? [] : [{ at: from + index * step, value, weight: recorded?.[index] ?? 1 }],
  );
  const beats = Array.from({ length: count }, (_none, index): Beat => {
    const start = begin + index * bar;
    return { from: start, up: mean(known.filter(({ at }) => at >= start && at < start + bar)) };
  });
  const all = begin + count * bar - from;
  const missing = all - weightOf(known) * step;
  return { up: mean(known), recorded: missing < BEHIND ? 1 : 1 - missing / all, beats };
}

interface Known {
  readonly value: number;
  readonly weight: number;
}

const weightOf = (known: readonly Known[]): number => known.reduce((sum, { weight }) => sum + weight, 0);

function mean(known: readonly Known[]): number | null {
  const all = weightOf(known);
  return all === 0 ? null : known.reduce((sum, { value, weight }) => sum + value * weight, 0) / all;
}

/** For how much of the last day and month the router ran, as far as the service was there to see it. */
export function Uptime() {
  const { texts } = useI18n();
  return (
    <Card title={texts.uptime.title} about={texts.uptime.about}>
      <div class="uptime">
        {SPANS.map((row) => (
          <Heartbeat key={row.span} {...row} />
        ))}
      </div>
    </Card>
  );
}

function Heartbeat({ span, bar, points }: (typeof SPANS)[number]) {
  const { texts, format, fill } = useI18n();
  const { session, live } = useAppState();
  const loaded = usePolled(
    async () => {
      const to = live.now();
      const samples = await session.call("pilothouse.history", { from: to - span, to, points });
      return uptimeOf(samples, to - span, bar, Math.round(span / bar));
    },
    SELDOM,
    [session, live],
  ).value;
  const share = (up: number | null) => (up === null ? texts.uptime.unknown : format.share(up));
  const words =
    loaded &&
    fill(texts.uptime.of, {
      span: format.span(span),
      up: share(loaded.up),
      recorded: format.share(loaded.recorded),
    });
  return (
    <div>
      <p>{words ?? texts.common.loading}</p>
      <div class="beats" role="img" aria-label={words ?? texts.uptime.title}>
        {loaded?.beats.map(({ from, up }) => (
          <i key={from} class={toneOf(up)} title={`${format.moment(from)}: ${share(up)}`} />
        ))}
      </div>
    </div>
  );
}

const toneOf = (up: number | null) =>
  up === null ? "unknown" : up >= 0.9995 ? "good" : up > 0 ? "warning" : "error";
