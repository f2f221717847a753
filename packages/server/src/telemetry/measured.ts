import type { Facts } from "@pilothouse/drivers/port";
import { runs, type Snapshot } from "./snapshot.js";

/** For each momentary rate: what the router has counted in all, and its own mean over a longer time. */
const BANDWIDTH = {
  "router.net.bw.inbound.1s": {
    total: "router.net.total.received.bytes",
    longer: "router.net.bw.inbound.15s",
  },
  "router.net.bw.outbound.1s": {
    total: "router.net.total.sent.bytes",
    longer: "router.net.bw.outbound.15s",
  },
} as const satisfies { readonly [key in keyof Facts]?: { readonly [part: string]: keyof Facts } };

type RateKey = keyof typeof BANDWIDTH;
const RATES = Object.keys(BANDWIDTH) as readonly RateKey[];

/** Beyond this, one second says too little about the time since the sample before. */
const MOMENT = 2_000;
/** Uptime often counts whole seconds; a larger difference means that the clock was set. */
const CLOCK_SET = 3_000;

/**
 * The facts, with bandwidths that are true for the whole time since the sample before: the difference of
 * what the router had counted then and now. Where it counts nothing, its own longer mean; the last second
 * only when no more than that has passed.
 */
export function measured(last: Snapshot | undefined, now: Snapshot): Facts {
  if (last === undefined || !runs(now.phase)) return now.facts;
  const elapsed = elapsedBetween(last, now);
  return { ...now.facts, ...Object.fromEntries(RATES.map((key) => [key, rate(key, last, now, elapsed)])) };
}

function rate(key: RateKey, last: Snapshot, { at, facts }: Snapshot, elapsed: number | undefined) {
  const { total, longer } = BANDWIDTH[key];
  const [before, after] = [last.facts[total], facts[total]];
  if (elapsed !== undefined && before !== undefined && after !== undefined && after >= before)
    return ((after - before) / elapsed) * 1_000;
  return Math.abs(at - last.at) > MOMENT ? (facts[longer] ?? facts[key]) : facts[key];
}

/** Milliseconds of one life of the router; undefined when it was not the same one, or did not run. */
function elapsedBetween(last: Snapshot, now: Snapshot): number | undefined {
  if (!runs(last.phase)) return undefined;
  const passed = now.at - last.at;
  const [before, after] = [last.facts["router.uptime"], now.facts["router.uptime"]];
  const lived = before === undefined || after === undefined ? passed : after - before;
  if (lived < 0) return undefined;
  const elapsed = Math.abs(lived - passed) > CLOCK_SET ? lived : passed;
  return elapsed > 0 ? elapsed : undefined;
}
