import { filled, type Unit } from "@pilothouse/protocol";
import type { Texts } from "./texts/texts.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

const UNITS = [
  ["year", YEAR],
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
  ["second", SECOND],
] as const;

const SECONDS = ["second", SECOND] as const;

const KIB = 1024;

/** Without the powers of a base: 500 of 500 GB. */
const shortened = (amount: number, base: number): number =>
  amount > 0 && amount % base === 0 ? shortened(amount / base, base) : amount;

export type Format = ReturnType<typeof makeFormat>;

/** Numbers, amounts and times as people of a language write them; `language` may name a country too. */
export function makeFormat(language: string, { units }: Pick<Texts, "units">) {
  const integer = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const short = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
  const tenth = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const percents = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  const hundredths = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
  // A day from now may be the day after tomorrow, so only "now" is said in words.
  const near = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const relative = new Intl.RelativeTimeFormat(language);
  const moments = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
  const minutes = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const dates = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });
  const clockSeconds = new Intl.DateTimeFormat(language, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
  const month = new Intl.DateTimeFormat(language, { month: "short", year: "numeric" });

  /**
   * The number and the unit of an amount: three digits, and whole ones of the smaller unit until there is one of the
   * larger, because "0.977 KiB" says less than "1,000 B".
   */
  const scaled = (amount: number, base: number, names: readonly string[]): [number: string, unit: string] => {
    let [value, power] = [amount, 0];
    while (Math.round(Math.abs(value)) >= base && power < names.length - 1) {
      value /= base;
      power++;
    }
    const isWhole = power === 0 || Math.abs(value) >= 999.5;
    return [(isWhole ? integer : short).format(value), names[power] ?? ""];
  };

  const bytes = (amount: number): string => scaled(amount, KIB, units.bytes).join("\u00a0");
  const decimal = (amount: number): string => scaled(amount, 1_000, units.decimal).join("\u00a0");

  const spanned = (number: number, unit: keyof typeof units.span): string =>
    `${integer.format(number)}\u00a0${units.span[unit]}`;

  const format = {
    /** A value of a key or statistic, in the unit of its row; without a unit it is a mean of counts. */
    inUnit(unit: Unit | undefined, value: number): string {
      if (unit === "B") return bytes(value);
      if (unit === "B/s") return format.rate(value);
      if (unit === "%") return format.percent(value);
      if (unit === "ms") return value < SECOND ? format.milliseconds(value) : format.duration(value);
      return format.number(value);
    },
    count: (value: number): string => integer.format(value),
    /** The end of a range, which may be less than one. */
    bound: (value: number): string => (Number.isInteger(value) ? integer : short).format(value),
    /** A mean of counts: few digits, but not rounded to a whole number. */
    number: (value: number): string => (Math.abs(value) < 10 ? tenth : integer).format(value),
    percent: (value: number): string => percents.format(value / 100),
    /** A share that is not quite all is not shown as 100%. */
    share: (value: number): string => hundredths.format(Math.floor(value * 10_000) / 10_000),
    bytes,
    decimal,
    /** Writes amounts beside a limit: in powers of 1,000 if it was set so, as "500 GB". */
    amounts: (limit: number | null): ((amount: number) => string) =>
      limit !== null && shortened(limit, 1_000) < shortened(limit, KIB) ? decimal : bytes,
    rate(perSecond: number): string {
      const [number, unit] = scaled(perSecond, KIB, units.bytes);
      return `${number}\u00a0${filled(units.perSecond, { unit })}`;
    },
    /** The two largest units: "3 d 4 h". */
    duration(ms: number): string {
      const first = UNITS.findIndex(([, size]) => ms >= size);
      if (first === -1) return spanned(0, "second");
      let left = ms;
      const parts: string[] = [];
      for (const [unit, size] of UNITS.slice(first, first + 2)) {
        const number = Math.floor(left / size);
        left -= number * size;
        if (number > 0) parts.push(spanned(number, unit));
      }
      return parts.join(" ");
    },
    /** One unit, as short as a button: "15 min", "1 h". */
    span(ms: number): string {
      const [unit, size] = UNITS.find(([, each]) => ms >= each) ?? ["minute", MINUTE];
      return spanned(ms / size, unit === "second" ? "minute" : unit);
    },
    /** "5 minutes ago", "in 3 hours". */
    relative(ms: number): string {
      const within = (time: number) => UNITS.find(([, each]) => Math.abs(time) >= each) ?? SECONDS;
      const whole = (time: number, size: number) => Math.round(time / size) * size;
      const exact = within(ms);
      // What rounds up to 60 minutes is an hour; 24 hours say more than a day.
      const rounded = within(whole(ms, exact[1]));
      const [unit, size] = rounded[0] === "day" ? exact : rounded;
      const number = Math.round(ms / size);
      return (number === 0 ? near : relative).format(number, unit).replace(/(?<=\d) /, "\u00a0");
    },
    /** When something happened. After a clock was set back, it is not told to be in the future. */
    ago: (at: number, now: number): string => format.relative(Math.min(0, at - now)),
    /** "7:05", for a countdown. */
    countdown(ms: number): string {
      const seconds = Math.max(0, Math.ceil(ms / SECOND));
      return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    },
    milliseconds: (ms: number): string => `${short.format(ms)}\u00a0ms`,
    moment: (at: number): string => moments.format(at),
    /** A time of today without its date. */
    time: (at: number): string =>
      new Date(at).toDateString() === new Date().toDateString()
        ? clockSeconds.format(at)
        : moments.format(at),
    range: (from: number, to: number): string => minutes.formatRange(from, to),
    date: (at: number): string => dates.format(at),
    /** A day or month of the service, written as "2026-11-16" or "2026-11". */
    period(text: string): string {
      const [year = 0, count = 1, date] = text.split("-").map(Number);
      return (date === undefined ? month : dates).format(new Date(year, count - 1, date ?? 1));
    },
    /** A tick on a time axis; `apart` is the time between two ticks. */
    mark(at: number, apart: number): string {
      if (apart >= 28 * DAY) return month.format(at);
      if (apart >= DAY) return day.format(at);
      const date = new Date(at);
      if (date.getHours() === 0 && date.getMinutes() === 0 && apart >= HOUR) return day.format(at);
      return (apart < MINUTE ? clockSeconds : clock).format(at);
    },
  };
  return format;
}
