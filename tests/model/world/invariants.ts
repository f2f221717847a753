import type { Config } from "../port/system.js";
import { isOpen } from "../spec/access.js";
import { effective } from "../spec/service.js";
import { type Change, differences } from "../spec/settings.js";
import { holds } from "./broken.js";
import type { World } from "./world.js";

/** What must hold after every step, in a sentence, and how it is checked. docs/reliability.md has the same sentences. */
export interface Invariant {
  readonly sentence: string;
  check(world: World, sentence: string): Promise<void>;
}

const PREFIX = "svc.";
const entries = (config: Config) => JSON.stringify([...config].sort(([a], [b]) => (a < b ? -1 : 1)));

const asked = ({ driver }: World["state"]) =>
  Object.fromEntries(Object.keys(driver.network).map((key) => [PREFIX + key, null]));

export const INVARIANTS: readonly Invariant[] = [
  {
    sentence:
      "What was answered as saved is what every view reads: NetworkSetting, AdvancedSettings, the router's file and the record of changes.",
    async check({ state, views }, sentence) {
      const same = (where: string, is: string, expected: string) =>
        holds(is === expected, sentence, () => `${where} has ${is}, saved was ${expected}`);
      const network = await views.result("NetworkSetting", asked(state));
      const shown = state.driver.shows(state.saved);
      for (const key of Object.keys(state.driver.network))
        same(key, JSON.stringify(network[PREFIX + key]), JSON.stringify(shown.get(key) ?? null));
      const { getAll } = await views.result("AdvancedSettings", { getAll: null });
      same("AdvancedSettings", entries(new Map(Object.entries(getAll as object))), entries(state.saved));
      same("the file", entries(await views.configuration()), entries(state.saved));
    },
  },
  {
    sentence: "Every change of settings is on record once, with what it changed.",
    async check({ state, views }, sentence) {
      const { changes } = await views.result("pilothouse.changes", { limit: 4 });
      const found = changes as readonly FoundChange[];
      const expected = state.changes.slice(-4).toReversed();
      holds(
        found.length === expected.length,
        sentence,
        () => `there are ${found.length} changes on record, and there were ${expected.length}`,
      );
      for (const [n, change] of expected.entries()) {
        const { id, part, undoes, differences: listed = [] } = found[n] ?? {};
        const is = JSON.stringify({ id, part, undoes });
        const should = JSON.stringify({ id: change.id, part: change.part, undoes: change.undoes });
        holds(is === should, sentence, () => `on record is ${is}, and was ${should}`);
        const was = [...differencesShown(state, change)].map(([name, [old, now]]) => [
          wire(name),
          shownValue(state, name, old),
          shownValue(state, name, now),
        ]);
        const listedAs = listed.map(({ name, old, new: now }) => [name, old, now]);
        holds(
          JSON.stringify(listedAs.toSorted()) === JSON.stringify(was.toSorted()),
          sentence,
          () => `change ${id} lists ${JSON.stringify(listedAs)}, and was ${JSON.stringify(was)}`,
        );
      }
    },
  },
  {
    sentence: "A restart is asked for exactly while a saved setting waits for one.",
    async check({ state, views }, sentence) {
      if (state.running === undefined || state.router.hungSince !== undefined) return;
      const waits = state.driver.waits(state.saved, state.running);
      const { restartNeeded } = await views.result("pilothouse.status");
      const { RestartNeeded } = await views.result("NetworkSetting", asked(state));
      const found = (await views.result("pilothouse.health"))["findings"] as readonly {
        readonly key: string;
      }[];
      const isDown = ["stopped", "crashed"].includes(state.router.seen.phase);
      const isFound = found.some(({ key }) => key === "settings.restart");
      holds(
        restartNeeded === waits && RestartNeeded === waits && isFound === (waits && !isDown),
        sentence,
        () =>
          `a setting ${waits ? "waits" : "does not wait"}; ${JSON.stringify({ restartNeeded, RestartNeeded, isFound })}`,
      );
    },
  },
  {
    sentence: "Who has access is exactly who was given it and not revoked.",
    async check({ state, views }, sentence) {
      const { tokens } = await views.result("pilothouse.tokens");
      const { sessions } = await views.result("pilothouse.sessions");
      const open = state.holders.filter((one) => isOpen(state, one));
      const programs = open
        .filter(({ kind }) => kind === "program")
        .map(({ name, scope }) => `${name} ${scope}`);
      const listed = (tokens as readonly { readonly name: string; readonly scope: string }[]).map(
        ({ name, scope }) => `${name} ${scope}`,
      );
      holds(
        JSON.stringify(listed.toSorted()) === JSON.stringify(programs.toSorted()),
        sentence,
        () => `tokens are ${listed.join(", ")}, and should be ${programs.join(", ")}`,
      );
      const people = open.length - programs.length;
      const found = (sessions as readonly unknown[]).length;
      holds(found === people, sentence, () => `there are ${found} sessions, and should be ${people}`);
    },
  },
  {
    sentence: "Settings of the service are what its configuration says, and else what was set.",
    async check({ state, views }, sentence) {
      const { settings } = await views.result("pilothouse.settings");
      const values = effective(state);
      for (const { name, value, hidden } of settings as readonly FoundSetting[]) {
        const should = values[name] ?? null;
        const is = hidden ? "hidden" : value;
        const isRight = hidden
          ? should !== null
          : should === null || JSON.stringify(is) === JSON.stringify(should);
        holds(
          isRight,
          sentence,
          () => `${name} is ${JSON.stringify(is)}, and should be ${JSON.stringify(should)}`,
        );
      }
    },
  },
  {
    sentence: "Each event is on record once, and none disappears.",
    async check(world, sentence) {
      const { state, views } = world;
      const { counts } = world.events;
      const { events, newest } = await views.result("pilothouse.events", {
        after: world.events.newest,
        limit: 500,
      });
      for (const { id, kind } of events as readonly { readonly id: number; readonly kind: string }[]) {
        holds(id > world.events.newest, sentence, () => `event ${id} came after ${world.events.newest}`);
        world.events.newest = id;
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
      holds(newest === world.events.newest, sentence, () => `the newest is said to be ${newest}`);
      for (const [kind, should] of Object.entries(state.events)) {
        const found = counts.get(kind) ?? 0;
        holds(
          found === should,
          sentence,
          () => `${kind} is there ${found} times, and happened ${should} times`,
        );
      }
    },
  },
];

interface FoundChange {
  readonly id?: number;
  readonly part?: string;
  readonly undoes?: readonly number[];
  readonly differences?: readonly {
    readonly name: string;
    readonly old: string | null;
    readonly new: string | null;
  }[];
}
interface FoundSetting {
  readonly name: string;
  readonly value: unknown;
  readonly hidden: boolean;
}

const wire = (name: string) => (name.startsWith("router.net.") ? PREFIX + name : name);
const shownAsConfig = (shown: ReadonlyMap<string, string | null>): Config =>
  new Map([...shown].filter((one): one is [string, string] => one[1] !== null));
/** Of network settings those, and what else was changed in the router's configuration. */
function differencesShown({ driver }: World["state"], { part, before, after, keys }: Change) {
  const inConfig = differences(before, after);
  if (part === "advanced") return inConfig;
  const shown = differences(shownAsConfig(driver.shows(before)), shownAsConfig(driver.shows(after)));
  const network = new Map([...shown].filter(([key]) => keys.includes(key)));
  const said = [...network.values()].map((one) => JSON.stringify(one));
  return new Map([...network, ...[...inConfig].filter(([, one]) => !said.includes(JSON.stringify(one)))]);
}
const shownValue = ({ driver }: World["state"], name: string, value: string | null) =>
  value !== null && name === driver.secret ? "(hidden)" : value;

export async function checkAll(world: World): Promise<void> {
  for (const { sentence, check } of INVARIANTS) await check(world, sentence);
}
