import type { Client } from "@pilothouse/client";
import type { RateStat, Result } from "@pilothouse/protocol";

/** Bandwidth as it would have been seen by looks in the past, oldest first. */
export interface Past {
  readonly inbound: readonly number[];
  readonly outbound: readonly number[];
}

type History = Result<"pilothouse.history">;

const NONE: Past = { inbound: [], outbound: [] };
const MOST_POINTS = 2_000;

/** What our own service has kept of the time before; nothing where the server keeps none. */
export async function pastOf(
  client: Client,
  looks: number,
  everyMs: number,
  signal: AbortSignal,
): Promise<Past> {
  try {
    const now = (await client.own("pilothouse.status", {}, { signal })).time;
    const params = { from: Math.max(0, now - looks * everyMs), to: now, points: MOST_POINTS };
    const history = await client.own("pilothouse.history", params, { signal });
    return {
      inbound: asLooks(history, "bw.recvRate", now, everyMs),
      outbound: asLooks(history, "bw.sendRate", now, everyMs),
    };
  } catch {
    // It is only a beginning: what is wrong with the server shows at the next look.
    return NONE;
  }
}

/** The values at the times of looks before `now`, from the first that was measured on; a gap counts as nothing. */
export function asLooks(
  { from, step, series }: Pick<History, "from" | "step" | "series">,
  stat: RateStat,
  now: number,
  everyMs: number,
): number[] {
  const values = series.find((one) => one.stat === stat)?.values ?? [];
  const found: (number | null)[] = [];
  for (let at = now - everyMs; at >= from; at -= everyMs)
    found.unshift(values[Math.floor((at - from) / step)] ?? null);
  const first = found.findIndex((value) => value !== null);
  return first === -1 ? [] : found.slice(first).map((value) => value ?? 0);
}
