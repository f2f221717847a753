/** One rule of the schedule as texts in the form, which may not be valid yet. */
export interface ScheduleRule {
  /** Monday is the first. */
  readonly days: readonly boolean[];
  readonly from: string;
  readonly to: string;
  readonly in: string;
  readonly out: string;
  readonly share: string;
}

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const LIMITS = ["in", "out", "share"] as const;
/** Up to this many days in a row are listed one by one. */
const SHORT_RUN = 2;

export const NEW_RULE: ScheduleRule = {
  ...{ days: [true, true, true, true, true, false, false], from: "08:00", to: "18:00" },
  ...{ in: "", out: "", share: "" },
};

/** A rule that the service has checked. */
export function parseRule(text: string): ScheduleRule {
  const [days = "", hours = "", ...limits] = text.toLowerCase().split(/\s+/);
  const [from = "", to = ""] = hours.split("-").map(clock);
  const given = new Map(limits.map((one) => one.split("=") as [string, string]));
  const [inbound, out, share] = LIMITS.map((name) => given.get(name) ?? "");
  return { days: daysIn(days), from, to, in: inbound ?? "", out: out ?? "", share: share ?? "" };
}

/** Undefined while it lacks days, hours or a limit. */
export function ruleText({ days, from, to, ...limits }: ScheduleRule): string | undefined {
  const given = LIMITS.flatMap((name) => (limits[name] === "" ? [] : [`${name}=${limits[name]}`]));
  if (!days.includes(true) || from === "" || to === "" || given.length === 0) return undefined;
  // A clock has no 24:00; a rule that ends as it begins holds all day.
  const end = to === "00:00" ? "24:00" : to;
  if (from === end) return undefined;
  return [daysText(days), `${from}-${end}`, ...given].join(" ");
}

function daysIn(text: string): boolean[] {
  if (text === "daily") return DAYS.map(() => true);
  const on = new Set<number>();
  for (const part of text.split(",")) {
    const [first = 0, last = first] = part.split("-").map((name) => DAYS.indexOf(name));
    for (let day = first; ; day = (day + 1) % DAYS.length) {
      on.add(day);
      if (day === last) break;
    }
  }
  return DAYS.map((_, day) => on.has(day));
}

function daysText(days: readonly boolean[]): string {
  if (days.every(Boolean)) return "daily";
  const runs: string[][] = [];
  for (const [day, isOn] of days.entries()) {
    if (!isOn) continue;
    if (day > 0 && days[day - 1]) runs.at(-1)?.push(DAYS[day] ?? "");
    else runs.push([DAYS[day] ?? ""]);
  }
  return runs.map((run) => (run.length > SHORT_RUN ? `${run[0]}-${run.at(-1)}` : run.join(","))).join(",");
}

/** Pads `8` and `8:30`; the end of the day is written as 00:00. */
function clock(text: string): string {
  const [hours = "0", minutes = "00"] = text.split(":");
  return `${String(Number(hours) % 24).padStart(2, "0")}:${minutes}`;
}
