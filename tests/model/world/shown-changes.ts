import type { Config } from "../port/system.js";
import type { State } from "../spec/model.js";
import { type Change, differences } from "../spec/settings.js";

/** The wire's prefix of network settings. */
const PREFIX = "svc.";

export interface FoundChange {
  readonly id?: number;
  readonly part?: string;
  readonly undoes?: readonly number[];
  readonly differences?: readonly {
    readonly name: string;
    readonly old: string | null;
    readonly new: string | null;
  }[];
}
const wire = (name: string) => (name.startsWith("router.net.") ? PREFIX + name : name);
const shownAsConfig = (shown: ReadonlyMap<string, string | null>): Config =>
  new Map([...shown].filter((one): one is [string, string] => one[1] !== null));
/** Of network settings those, and what else was changed in the router's configuration. */
export function differencesShown({ driver }: State, { part, before, after, keys }: Change) {
  const inConfig = differences(before, after);
  if (part !== "network") return inConfig;
  const shown = differences(shownAsConfig(driver.shows(before)), shownAsConfig(driver.shows(after)));
  const network = new Map([...shown].filter(([key]) => keys.includes(key)));
  const said = [...network.values()].map((one) => JSON.stringify(one));
  return new Map([...network, ...[...inConfig].filter(([, one]) => !said.includes(JSON.stringify(one)))]);
}
const shownValue = ({ driver }: State, name: string, value: string | null) =>
  value !== null && name === driver.secret ? "(hidden)" : value;

export type Listed = readonly [name: string, old: string | null, now: string | null];

/** What the record lists of a change. */
export const listed = ({ differences = [] }: FoundChange): readonly Listed[] =>
  differences.map(({ name, old, new: now }): Listed => [name, old, now]).toSorted();

/** What it must list. */
export const mustList = (state: State, change: Change): readonly Listed[] =>
  [...differencesShown(state, change)]
    .map(
      ([name, [old, now]]): Listed => [
        wire(name),
        shownValue(state, name, old),
        shownValue(state, name, now),
      ],
    )
    .toSorted();
