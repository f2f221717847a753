import fc from "fast-check";
import { withSettings } from "../port/driver.js";
import type { Config } from "../port/system.js";
import { CODES, type Outcome, refused, type State } from "../spec/model.js";
import {
  advancedSaved,
  type Change,
  differences,
  goingBack,
  keysIn,
  networkSaved,
  undone,
  valuesOf,
} from "../spec/settings.js";
import { holds } from "../world/broken.js";
import { budgetLooks } from "../world/observe.js";
import { SENTENCES } from "../world/sentences.js";
import { differencesShown, listed, mustList } from "../world/shown-changes.js";
import type { World } from "../world/world.js";
import { chosen, onWire, some, who } from "./chosen.js";
import { command } from "./command.js";

const PREFIX = "svc.";

/** A change that is on record, counted from the newest. */
const nth = (changes: readonly Change[], n: number): Change | undefined =>
  changes.at(-1 - (n % Math.max(1, changes.length)));

export const ROUTER_SETTINGS = [
  command({
    name: "save network settings",
    methods: ["NetworkSetting"],
    weight: 24,
    given: fc.record({ who, some }),
    async run(world, given) {
      const network = chosen(world.system.driver.network, given.some);
      await world.ask(world.who(given.who), "settings", "NetworkSetting", onWire(network), (state) =>
        networkSaved(state, network),
      );
    },
  }),
  command({
    name: "save a bad network setting beside a good one",
    methods: ["NetworkSetting"],
    given: fc.record({
      who,
      some,
      bad: fc.constantFrom("router.net.bw.share", "router.net.nothing", "router.net.ntcp.port"),
    }),
    async run(world, given) {
      const network = chosen(world.system.driver.network, given.some);
      const params = { ...onWire(network), [PREFIX + given.bad]: "70000" };
      const caller = world.who(given.who);
      // What is asked for is checked before who may ask for it.
      await world.ask(caller, "read", "NetworkSetting", params, (state) =>
        refused(state, CODES.invalidParams),
      );
    },
  }),
  command({
    name: "set advanced settings",
    methods: ["AdvancedSettings"],
    weight: 16,
    given: fc.record({ who, some }),
    async run(world, given) {
      const set = chosen(world.system.driver.advanced, given.some);
      await world.ask(
        world.who(given.who),
        "settings",
        "AdvancedSettings",
        { set: Object.fromEntries(set) },
        (state) => advancedSaved(state, undefined, set),
      );
    },
  }),
  command({
    name: "replace all advanced settings",
    methods: ["AdvancedSettings"],
    given: fc.record({ who, some, keep: fc.boolean() }),
    async run(world, given) {
      const set = chosen(world.system.driver.advanced, given.some);
      const all = new Map([...(given.keep ? world.state.saved : world.system.driver.factory), ...set]);
      await world.ask(
        world.who(given.who),
        "all",
        "AdvancedSettings",
        { setAll: Object.fromEntries(all) },
        (state) => advancedSaved(state, all, new Map()),
      );
    },
  }),
  command({
    name: "set a secret",
    methods: ["AdvancedSettings"],
    given: fc.record({ who, n: fc.nat(2) }),
    async run(world, given) {
      const set = new Map([[world.system.driver.secret, `a secret of the router ${given.n}`]]);
      await world.ask(
        world.who(given.who),
        "all",
        "AdvancedSettings",
        { set: Object.fromEntries(set) },
        (state) => advancedSaved(state, undefined, set),
      );
    },
  }),
  command({
    name: "undo a change",
    checks: "before",
    methods: ["pilothouse.changes"],
    weight: 16,
    given: fc.record({ who, n: fc.oneof(fc.constant(0), fc.nat(5)), force: fc.boolean() }),
    async run(world, { who: n, n: which, force }) {
      const change = nth(world.state.changes, which);
      if (change?.id === undefined) return;
      const isLast = change === world.state.changes.at(-1) && change.after === world.state.saved;
      const isDone = await undo(
        world,
        n,
        { undo: change.id, ...(force && { force }) },
        [change],
        change.part,
        force,
      );
      if (!isLast || !isDone) return;
      const config = await world.system.configuration();
      // On a real clock the budget may have looked since.
      const others = world.system.lag === 0 ? [] : await budgetLooks(world.state, world.views);
      const possible = [change.before, ...others.map(({ saved }) => saved)];
      const wrong = differences(change.before, config);
      holds(
        possible.some((one) => differences(one, config).size === 0),
        SENTENCES.undo,
        () => `${[...wrong.keys()].join(", ")} differs from before change ${change.id}`,
      );
    },
  }),
  command({
    name: "go back to an earlier state",
    checks: "before",
    methods: ["pilothouse.changes"],
    given: fc.record({
      who,
      n: fc.nat(5),
      force: fc.boolean(),
      part: fc.constantFrom("network" as const, "advanced" as const, "tunnels" as const, "names" as const),
    }),
    async run(world, { who: n, n: which, force, part }) {
      const change = nth(world.state.changes, which);
      if (change?.id === undefined) return;
      const later = world.state.changes.filter(
        (one) => one.part === part && (one.id ?? 0) > (change.id ?? 0),
      );
      await undo(world, n, { goTo: change.id, part, ...(force && { force }) }, later, part, force);
    },
  }),
  command({
    name: "preview an undo, and carry it out",
    checks: "before",
    methods: ["pilothouse.changes"],
    weight: 8,
    given: fc.record({ who, n: fc.nat(5), between: fc.option(some, { nil: undefined }) }),
    async run(world, { who: n, n: which, between }) {
      const change = nth(world.state.changes, which);
      if (change?.id === undefined) return;
      const { id, part } = change;
      const previewed = planned(world.state, change);
      const answer = await world.ask(world.who(n), "settings", "pilothouse.changes", {
        ...{ undo: id, preview: true },
      });
      if (answer === undefined) return;
      const [shown, should] = [listed(answer.result ?? {}), mustList(world.state, previewed)].map((one) =>
        JSON.stringify(one),
      );
      holds(shown === should, SENTENCES.answer, () => `the preview shows ${shown}, and should ${should}`);
      if (between !== undefined) {
        const set = chosen(world.system.driver.advanced, between);
        const params = { set: Object.fromEntries(set) };
        await world.ask("operator", "settings", "AdvancedSettings", params, (state) =>
          advancedSaved(state, undefined, set),
        );
      }
      const plan = answer.result?.["plan"];
      const isOther = (state: State) => !isShown(state, planned(state, change), previewed);
      await undo(world, n, { undo: id, plan }, [change], part, true, isOther);
    },
  }),
  command({
    name: "compare two states of the settings",
    checks: "before",
    methods: ["pilothouse.changes"],
    given: fc.record({ who, n: fc.nat(5), m: fc.nat(5) }),
    async run(world, { who: n, n: from, m: to }) {
      const ids = [from, to].map((one) => nth(world.state.changes, one)?.id);
      if (ids.includes(undefined)) return;
      const params = { from: ids[0], to: ids[1], part: "advanced" };
      const answer = await world.ask(world.who(n), "read", "pilothouse.changes", params);
      if (answer === undefined) return;
      const [first = 0, last = 0] = ids.map(Number).toSorted((a, b) => a - b);
      const all = world.state.changes.filter(
        (one) => one.part === "advanced" && Number(one.id) > first && Number(one.id) <= last,
      );
      const [before, after] = together(all);
      const [a, b] = ids[0] === first ? [before, after] : [after, before];
      const change = { part: "advanced", undoes: [], by: "caller", keys: [], before: a, after: b } as const;
      const [is, should] = [listed(answer.result ?? {}), mustList(world.state, change)].map((one) =>
        JSON.stringify(one),
      );
      holds(is === should, SENTENCES.answer, () => `it shows ${is}, and should ${should}`);
    },
  }),
];

/** What undoing this change comes to now. */
const planned = (state: State, change: Change): Change => ({
  ...change,
  keys: keysIn(state, [change]),
  before: valuesOf(state, change.part),
  after: withSettings(valuesOf(state, change.part), goingBack(state, [change], change.part).wanted),
});

/** Whether a preview has shown all that is to be done now. */
function isShown(state: State, now: Change, shown: Change): boolean {
  const all = [...differencesShown(state, shown), ...differences(shown.before, shown.after)].map((one) =>
    JSON.stringify(one),
  );
  return [...differencesShown(state, now)].every((one) => all.includes(JSON.stringify(one)));
}

/** What changes came to, as the names and values before and after. */
function together(changes: readonly Change[]): [Config, Config] {
  const [first, last] = [new Map<string, string | null>(), new Map<string, string | null>()];
  for (const { before, after } of changes)
    for (const [name, [old, now]] of differences(before, after)) {
      if (!first.has(name)) first.set(name, old);
      last.set(name, now);
    }
  return [withSettings(new Map(), first), withSettings(new Map(), last)];
}

async function undo(
  world: World,
  n: number,
  params: object,
  changes: readonly Change[],
  part: Change["part"],
  force: boolean,
  isOther: (state: State) => boolean = () => false,
): Promise<boolean> {
  const { driver } = world.system;
  const caller = world.who(n);
  const outcome = (state: State): Outcome => {
    // Who may do it is asked first, also where it was changed again since and is not forced.
    const { saved } = undone({ ...state, diskFull: false }, changes, part, true).state;
    const isSecret = saved.get(driver.secret) !== state.saved.get(driver.secret);
    const mayAll = caller === "operator" || (typeof caller === "object" && caller.scope === "all");
    if (isSecret && !mayAll) return refused(state, CODES.outOfScope);
    if (isOther(state)) return refused(state, CODES.invalidParams);
    return undone(state, changes, part, force);
  };
  return (await world.ask(caller, "settings", "pilothouse.changes", { ...params }, outcome)) !== undefined;
}
