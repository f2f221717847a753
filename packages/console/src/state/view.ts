const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The ranges that can be chosen, as an address names them. */
const RANGES = {
  "15m": 15 * MINUTE,
  "1h": HOUR,
  "6h": 6 * HOUR,
  "1d": DAY,
  "7d": 7 * DAY,
  "30d": 30 * DAY,
  "1y": 365 * DAY,
} as const;
export const SPANS: readonly number[] = Object.values(RANGES);
export const SHORTEST = MINUTE;
export const LONGEST = RANGES["1y"];

/** The time range of the graphs: the last `span`, which follows the clock, or a fixed range in the past. */
export interface View {
  readonly span: number;
  readonly from?: number;
}

export const FIRST_VIEW: View = { span: HOUR };

/** The view in an address, if there is a valid one. */
export function viewOf(params: URLSearchParams): View | undefined {
  const range = params.get("range") ?? "";
  if (Object.hasOwn(RANGES, range)) return { span: RANGES[range as keyof typeof RANGES] };
  const [from, to] = [Number(params.get("from")), Number(params.get("to"))];
  const span = to - from;
  const isWhole = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from > 0;
  return isWhole && span >= SHORTEST && span <= LONGEST ? { from, span } : undefined;
}

export const VIEW_PARAMS = ["range", "from", "to"] as const;

export function paramsOf({ span, from }: View): URLSearchParams {
  if (from !== undefined) return new URLSearchParams({ from: String(from), to: String(from + span) });
  const [range] = Object.entries(RANGES).find(([, each]) => each === span) ?? [];
  return new URLSearchParams(range === undefined ? {} : { range });
}
