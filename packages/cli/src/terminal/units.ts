import type { ValueType } from "@pilothouse/protocol";
import { Complaint, EXIT } from "./exit.js";

const BYTES = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;

/** 1,536 is "1.5 KiB". */
export function bytes(value: number): string {
  const step = value >= 1 ? Math.min(BYTES.length - 1, Math.floor(Math.log2(value) / 10)) : 0;
  const scaled = value / 1_024 ** step;
  const digits = step === 0 ? Math.round(scaled) : scaled.toFixed(scaled < 10 ? 2 : scaled < 100 ? 1 : 0);
  return `${digits} ${BYTES[step]}`;
}

export const perSecond = (value: number): string => `${bytes(value)}/s`;
export const percent = (value: number): string => `${Number(value.toFixed(1))}%`;

const SPANS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const;

/** The two largest parts of a length of time: "3 h 12 min". */
export function span(ms: number): string {
  const from = SPANS.findIndex(([, unit]) => ms >= unit);
  if (from === -1) return "0 s";
  let rest = ms;
  const parts = SPANS.slice(from, from + 2).map(([name, unit]) => {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    return { count, name };
  });
  return parts
    .filter(({ count }, index) => index === 0 || count > 0)
    .map(({ count, name }) => `${count} ${name}`)
    .join(" ");
}

/** A server's time, as every log writes it. */
export const moment = (value: unknown): string =>
  typeof value === "number" && Math.abs(value) <= 8.64e15 ? new Date(value).toISOString() : "";

/** The same, for what may not have happened yet. */
export const since = (value: unknown): string => moment(value) || "never";

const TIMES: { readonly [unit: string]: number } = {
  ms: 1,
  "": 1,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A length of time as a person types it, in milliseconds: 60s, 15m, 1h, 7d, 1500ms or plain 1500. */
export function timeSpan(text: string): number {
  const [, digits, unit] = /^(\d{1,12})\s*([a-z]*)$/.exec(text.trim().toLowerCase()) ?? [];
  const factor = unit === undefined ? undefined : TIMES[unit];
  if (digits === undefined || factor === undefined)
    throw new Complaint(
      `${JSON.stringify(text)} is not a length of time; write 60s, 15m, 1h, 7d or 1500ms`,
      EXIT.usage,
    );
  return Number(digits) * factor;
}

/** A length of time given as an option, within the bounds of the parameter that it becomes. */
export function timeSpanFor(option: string, text: string, { schema }: ValueType<number>): number {
  const ms = timeSpan(text);
  const [least, most] = [Number(schema["minimum"]), Number(schema["maximum"])];
  if (ms < least || ms > most)
    throw new Complaint(
      `${option} wants a time from ${span(least)} to ${span(most)}, got ${text}`,
      EXIT.usage,
    );
  return ms;
}

/** A whole number as a person types it for an option. */
export function integerOf(option: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Complaint(`${option} wants a whole number, got ${JSON.stringify(text)}`, EXIT.usage);
}

type Given<N extends string> = { readonly [name in N]?: string | undefined };

/** Those of these options that were given. */
export const readGiven = <N extends string>(
  options: Given<N>,
  read: (text: string, name: string) => number,
): { readonly [name in N]?: number } =>
  Object.fromEntries(
    Object.entries<string | undefined>(options).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, read(text, name)]],
    ),
  ) as { readonly [name in N]?: number };

/** The same for whole numbers: `maxParallel` is --max-parallel. */
export const integersOf = <N extends string>(options: Given<N>) =>
  readGiven(options, (text, name) => integerOf(`--${name.replaceAll(/[A-Z]/g, "-$&").toLowerCase()}`, text));
