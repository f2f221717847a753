import { LIMIT_NAMES, type LimitName } from "../port/driver.js";
import type { Config } from "../port/system.js";
import type { State } from "./model.js";

const keyOf = (name: LimitName) => `router.net.bw.${name}`;

/** The network settings that the budget writes. */
export const limitKeys = ({ driver }: State) => driver.limits.flat().map(keyOf);

interface Lowered {
  readonly own: string;
  readonly ours: string;
}

/** What the budget knows of a limit: your own value and the one it lowered it to; or that you changed it since. */
export type Held = {
  readonly [N in LimitName]?: Lowered | { readonly left: string; readonly before: Lowered } | undefined;
};

/** What holds now. */
export interface Constraint {
  /** Empty for none. */
  readonly id: string;
  readonly part: number;
  readonly limits: { readonly [N in LimitName]?: number };
}

const STEPS = [
  { from: 100, part: 0.05, share: 0 },
  { from: 90, part: 0.25 },
  { from: 80, part: 0.5 },
] as const;

/** `percent`: used bytes of the budget; undefined where there is none. */
export function constraintOf(state: State, percent: number | undefined): Constraint {
  const step = STEPS.find(({ from }) => percent !== undefined && percent >= from);
  const lines = linesNow(state);
  const limits: { [N in LimitName]?: number } = step?.from === 100 ? { share: 0 } : {};
  for (const line of lines)
    for (const name of LIMIT_NAMES) {
      const value = new RegExp(`\\b${name}=(\\d+)`).exec(line)?.[1];
      if (value !== undefined)
        limits[name] = Math.min(limits[name] ?? Number.POSITIVE_INFINITY, Number(value));
    }
  const id = [...(step === undefined ? [] : [step.from]), ...lines].join("; ");
  return { id, part: step?.part ?? 1, limits };
}

/** The schedule's lines that hold at this hour. Commands use whole hours of every day. */
function linesNow({ own, configured, now }: State): readonly string[] {
  const lines = (configured["budget.schedule"] ?? own["budget.schedule"] ?? []) as readonly string[];
  const hour = new Date(now).getHours();
  return lines.filter((line) => {
    const [, from = "0", to = "24"] = /^daily (\d+):00-(\d+):00 /.exec(line) ?? [];
    return hour >= Number(from) && hour < Number(to);
  });
}

/** Never more than your own value, and never so little that the router leaves the network. */
export function lowered(name: LimitName, own: string, { part, limits }: Constraint): number {
  const reduced = Math.min(Math.floor(Number(own) * part), limits[name] ?? Number.POSITIVE_INFINITY);
  return name === "share" ? reduced : Math.min(Number(own), Math.max(10, reduced));
}

/** The budget and the configuration that it is about, at one time. */
export interface Budgeted {
  readonly held: Held;
  readonly saved: Config;
}

/**
 * What is there after the budget has looked. A limit that you changed while it was lowered is yours until another
 * constraint holds, or until the lowered value comes back, as by an undo; every other one is lowered from your own value, or is your own again. `forgot`: some routers lose
 * limits at a restart, so your own value in a router that was started since may not be your doing, if no record says so.
 */
export function looked(
  state: State,
  { held, saved }: Budgeted,
  constraint: Constraint,
  forgot = false,
): Budgeted {
  const { driver } = state;
  const writes = new Map<string, string>();
  const next: { [N in LimitName]?: Held[N] } = {};
  for (const group of driver.limits) {
    const current = driver.shows(saved).get(keyOf(group[0])) ?? null;
    const found = held[group[0]];
    const isBack = found !== undefined && "left" in found && found.before.ours === current;
    const known = isBack ? found.before : found;
    const keep = (one: Held[LimitName]) => {
      for (const name of group) next[name] = one;
    };
    const isForgotten = (own: string) =>
      forgot && own === current && recorded(state, keyOf(group[0])) !== current;
    const isYours =
      known !== undefined && "own" in known && known.ours !== current && !isForgotten(known.own);
    const isLeft = known !== undefined && "left" in known && known.left === constraint.id;
    // A limit that is not set cannot be lowered.
    if (current === null || isLeft) keep(known);
    else if (isYours) keep(constraint.id === "" ? undefined : { left: constraint.id, before: known });
    else {
      const own = known !== undefined && "own" in known ? known.own : current;
      const ours = String(Math.min(...group.map((name) => lowered(name, own, constraint))));
      if (ours !== current) for (const name of group) writes.set(keyOf(name), ours);
      if (ours !== own) keep({ own, ours });
    }
  }
  return { held: next, saved: writes.size === 0 ? saved : driver.writes(saved, writes) };
}

/** The value that a network setting had after it was last saved. */
function recorded({ driver, changes }: State, key: string): string | null | undefined {
  const shown = (config: Config) => driver.shows(config).get(key) ?? null;
  const last = changes.findLast(({ before, after }) => shown(before) !== shown(after));
  return last && shown(last.after);
}

/**
 * Of network settings those that are to be written where they are wanted: a limit that is so but for the budget stays
 * lowered. Undefined where nobody knows what the budget has done.
 */
export function toWrite(
  state: State,
  network: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> | undefined {
  const { driver, saved } = state;
  const isLowered = (held: Held) => {
    const own = ownLimits(state, { held, saved });
    return ([key, value]: readonly [string, string]) => {
      const name = LIMIT_NAMES.find((one) => keyOf(one) === key);
      const is = driver.shows(saved).get(key) ?? null;
      return name !== undefined && String(own[name]) !== is && String(own[name]) === value;
    };
  };
  const possible = state.held.map((held) => [...network].filter((entry) => !isLowered(held)(entry)));
  return new Set(possible.map((one) => JSON.stringify(one))).size === 1 ? new Map(possible[0]) : undefined;
}

/** Your own limits, as the service shows them: what you saved since it lowered them is yours at once. */
export const ownLimits = ({ driver }: State, { held, saved }: Budgeted) =>
  Object.fromEntries(
    LIMIT_NAMES.map((name) => {
      const found = held[name];
      const current = driver.shows(saved).get(keyOf(name)) ?? null;
      const isLeft = found !== undefined && "left" in found;
      const known = isLeft ? found.before : found;
      const isLowered = known !== undefined && (current === known.ours || (current === null && !isLeft));
      const value = isLowered ? known.own : current;
      return [name, value === null ? null : Number(value)];
    }),
  );
