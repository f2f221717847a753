import { reason } from "@pilothouse/protocol";
import { type SettingType, texts, wanting } from "@pilothouse/system";

/** What may be limited: share in percent, bandwidth in KiB/s. */
export interface Limits {
  readonly share?: number;
  readonly in?: number;
  readonly out?: number;
}

/** One line of the schedule: on these days, from one minute of the day to another, these limits. */
export interface ScheduleLine {
  readonly text: string;
  /** 0 is Sunday, as for `Date`. */
  readonly days: ReadonlySet<number>;
  readonly from: number;
  /** Not after `from`: on the next day. */
  readonly to: number;
  readonly limits: Limits;
}

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const WEEK = DAYS.length;
const DAY_MINUTES = 24 * 60;
const MOST = { share: 100, in: 2_147_483_647, out: 2_147_483_647 } as const;

/** Undefined for what is no line of a schedule. */
export function parseLine(text: string): ScheduleLine | undefined {
  const [days = "", hours = "", ...limits] = text.trim().toLowerCase().split(/\s+/);
  const on = daysIn(days);
  const [from, to] = hours.split("-").map(minutesIn);
  const limited = limitsIn(limits);
  if (on === undefined || from === undefined || to === undefined || limited === undefined) return undefined;
  if (hours.split("-").length !== 2 || from === to || from === DAY_MINUTES) return undefined;
  return { text: text.trim(), days: on, from, to, limits: limited };
}

function daysIn(text: string): ReadonlySet<number> | undefined {
  if (text === "daily") return new Set(DAYS.keys());
  const days = new Set<number>();
  for (const part of text.split(",")) {
    const [first = -1, last = first, ...more] = part.split("-").map((name) => DAYS.indexOf(name));
    if (first < 0 || last < 0 || more.length > 0) return undefined;
    for (let day = first; ; day = (day + 1) % WEEK) {
      days.add(day);
      if (day === last) break;
    }
  }
  return days;
}

function minutesIn(text: string): number | undefined {
  const [, hours, minutes = "0"] = /^(\d{1,2})(?::(\d\d))?$/.exec(text) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return hours !== undefined && Number(minutes) < 60 && total <= DAY_MINUTES ? total : undefined;
}

function limitsIn(words: readonly string[]): Limits | undefined {
  const limits = new Map<string, number>();
  for (const word of words) {
    const [, name = "", digits] = /^(share|in|out)=(\d{1,10})$/.exec(word) ?? [];
    if (digits === undefined || limits.has(name) || Number(digits) > MOST[name as keyof Limits])
      return undefined;
    limits.set(name, Number(digits));
  }
  return limits.size === 0 ? undefined : Object.fromEntries(limits);
}

/** The lines that hold at this time, in the time zone of the service. */
export function linesAt(lines: readonly ScheduleLine[], time: number): readonly ScheduleLine[] {
  const date = new Date(time);
  const minute = date.getHours() * 60 + date.getMinutes();
  const day = date.getDay();
  const yesterday = (day + WEEK - 1) % WEEK;
  return lines.filter(({ days, from, to }) =>
    from < to
      ? days.has(day) && minute >= from && minute < to
      : (days.has(day) && minute >= from) || (days.has(yesterday) && minute < to),
  );
}

const ifLines = (values: readonly string[] | undefined) =>
  values?.every((value) => parseLine(value) !== undefined) ? values : undefined;

/** Days have commas in them, so lines are separated by semicolons outside the file. */
export const scheduleType: SettingType<readonly string[]> = {
  ...texts,
  ...wanting(reason("wants.schedule")),
  fromText: (value) => ifLines(value.split(";").flatMap((one) => (one.trim() === "" ? [] : [one.trim()]))),
  fromToml: (value) => ifLines(texts.fromToml(value)),
};
