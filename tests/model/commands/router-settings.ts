import fc from "fast-check";
import type { Driver } from "../port/driver.js";
import { CODES, type Outcome, refused } from "../spec/model.js";
import { advancedSaved, type Change, networkSaved, undone } from "../spec/settings.js";
import type { World } from "../world/world.js";
import { command } from "./command.js";

const who = fc.nat(6);
const PREFIX = "svc.";

/** Some settings of a table, each with one of its values, chosen by numbers: the table is the driver's. */
const some = fc.array(fc.tuple(fc.nat(20), fc.nat(5)), { minLength: 1, maxLength: 3 });
const chosen = (table: Driver["network"], numbers: readonly (readonly [number, number])[]) => {
  const names = Object.keys(table);
  return new Map(
    numbers.map(([n, m]) => {
      const name = names[n % names.length] ?? "";
      const values = table[name] ?? [];
      return [name, values[m % values.length] ?? ""] as const;
    }),
  );
};
const onWire = (network: ReadonlyMap<string, string>) =>
  Object.fromEntries([...network].map(([key, value]) => [PREFIX + key, value]));

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
    methods: ["pilothouse.changes"],
    weight: 16,
    given: fc.record({ who, n: fc.oneof(fc.constant(0), fc.nat(5)), force: fc.boolean() }),
    async run(world, { who: n, n: which, force }) {
      const change = nth(world.state.changes, which);
      if (change?.id === undefined) return;
      await undo(world, n, { undo: change.id, ...(force && { force }) }, [change], change.part, force);
    },
  }),
  command({
    name: "go back to an earlier state",
    methods: ["pilothouse.changes"],
    given: fc.record({
      who,
      n: fc.nat(5),
      force: fc.boolean(),
      part: fc.constantFrom("network" as const, "advanced" as const),
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
];

async function undo(
  world: World,
  n: number,
  params: object,
  changes: readonly Change[],
  part: Change["part"],
  force: boolean,
): Promise<void> {
  const { driver } = world.system;
  const caller = world.who(n);
  const outcome = (state: World["state"]): Outcome => {
    const done = undone(state, changes, part, force);
    const before = state.saved.get(driver.secret);
    const isSecret = done.state.saved.get(driver.secret) !== before;
    const mayAll = caller === "operator" || (typeof caller === "object" && caller.scope === "all");
    return isSecret && !mayAll ? refused(state, CODES.outOfScope) : done;
  };
  await world.ask(caller, "settings", "pilothouse.changes", { ...params }, outcome);
}
