import type { Config } from "../port/system.js";
import { happened, type Outcome, type State, stored } from "./model.js";
import { restartedAtOnce, unlessWaiting } from "./router.js";
import type { Services } from "./tunnels.js";

const SUBSCRIPTIONS = "subscriptions";
const GAP = " ";

/** As the record of changes has them. */
export const nameValues = ({ book, subscriptions }: Services): Config =>
  new Map([...book, [SUBSCRIPTIONS, subscriptions.join(GAP)]]);

const servicesOf = (before: Services, values: Config): Services => ({
  ...before,
  book: new Map([...values].filter(([name]) => name !== SUBSCRIPTIONS)),
  subscriptions: (values.get(SUBSCRIPTIONS) ?? "").split(GAP).filter(Boolean),
});

/** These values are written: null is removed. A router that loses a name, or reads elsewhere, is restarted for each. */
export function namesWritten(
  state: State,
  wanted: ReadonlyMap<string, string | null>,
  undoes: readonly number[] = [],
): Outcome {
  const before = nameValues(state.services);
  const all = new Map<string, string | null>([...before, ...wanted]);
  const after = new Map([...all].filter((one): one is [string, string] => one[1] !== null));
  const names = [...wanted].filter(([name]) => name !== SUBSCRIPTIONS);
  const isMoved = names.length < wanted.size;
  let next: State = { ...state, services: servicesOf(state.services, after) };
  const isLost = names.some(([name]) => before.has(name));
  if (isLost) next = restartedAtOnce(next);
  if (isMoved) next = restartedAtOnce(next);
  const change = { part: "names", undoes, by: "caller", keys: [], before, after } as const;
  next = { ...next, changes: [...state.changes, change] };
  for (const [, where] of names) if (where !== null) next = happened(next, "names.added");
  if (names.some(([, where]) => where === null)) next = happened(next, "names.removed");
  if (isMoved) next = happened(next, "names.subscribed");
  return isLost || isMoved ? unlessWaiting(state, stored(state, next)) : stored(state, next);
}

export const namesPutBack = (
  state: State,
  wanted: Iterable<readonly [string, string | null]>,
  undoes: readonly number[],
): Outcome => namesWritten(state, new Map(wanted), undoes);
