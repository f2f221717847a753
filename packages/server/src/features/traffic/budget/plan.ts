import { type Constraint, type LimitName, lowered } from "./constraint.js";

/** A limit that the service has lowered, or is about to. */
interface Lowered {
  /** Your own value, to be put back. */
  readonly own: string;
  /** What may stand in the router by our doing: two values while a write is under way, whose outcome a crash hides. */
  readonly ours: readonly string[];
  /** When it was written, in milliseconds since the epoch. */
  readonly at: number;
}

/** You changed the limit while it was lowered: it is left alone for as long as this constraint holds. */
interface Left {
  readonly left: string;
  /** How it was lowered: it is so again when an undo or a roll-back brings that value back. */
  readonly before?: Lowered | undefined;
}

export type Held = Lowered | Left;

export interface Seen {
  readonly now: number;
  /** The value in the router; null where it has none. */
  readonly current: string | null;
  /** When the running router started. */
  readonly born: number;
  /** Whether the value is the last that was saved, by whatever the record of changes has of it. */
  readonly isSaved?: boolean;
}

export interface Move {
  /** Undefined: nothing to write. */
  readonly write?: string;
  /** What is held while the write is under way, and when it is done; undefined for nothing. */
  readonly during: Held | undefined;
  readonly after: Held | undefined;
  /** You changed it while it was lowered. */
  readonly yours?: true;
}

/** What is to be done about one limit. A limit that the router does not have cannot be lowered: nothing. */
export function planFor(
  names: readonly LimitName[],
  held: Held | undefined,
  constraint: Constraint,
  { now, current, born, isSaved = false }: Seen,
): Move {
  if (current === null) return { during: held, after: held };
  const lower = (own: string) => lowering(names, own, current, constraint, now);
  if (held === undefined) return lower(current);
  if ("left" in held) {
    if (held.before?.ours.includes(current)) return lower(held.before.own);
    return held.left === constraint.id ? { during: held, after: held } : lower(current);
  }
  if (held.ours.includes(current) || (!isSaved && isForgotten(held, current, born))) return lower(held.own);
  const left = leftTo(held, constraint);
  return { during: left, after: left, yours: true };
}

/** A limit is yours as long as this constraint holds. */
export const leftTo = (held: Held | undefined, { id }: Constraint): Left | undefined => {
  if (id === "") return undefined;
  return { left: id, before: held !== undefined && "left" in held ? held.before : held };
};

/** Some routers keep a limit only until they end, and then have the one of their file again: this may be one. */
export const isForgotten = ({ own, at }: Lowered, current: string | null, born: number): boolean =>
  current === own && born > at;

function lowering(
  names: readonly LimitName[],
  own: string,
  current: string,
  constraint: Constraint,
  now: number,
): Move {
  const target = String(Math.min(...names.map((name) => lowered(name, Number(own), constraint))));
  const held = (ours: readonly string[]): Held => ({ own, ours, at: now });
  const after = target === own ? undefined : held([target]);
  return current === target
    ? { during: after, after }
    : { write: target, during: held([current, target]), after };
}
