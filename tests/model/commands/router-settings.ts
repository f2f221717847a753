import fc from "fast-check";
import { CODES, type Outcome, refused } from "../spec/model.js";
import { advancedSaved, type Change, differences, networkSaved, undone } from "../spec/settings.js";
import { holds } from "../world/broken.js";
import { SENTENCES } from "../world/sentences.js";
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
      const wrong = differences(change.before, await world.system.configuration());
      holds(
        wrong.size === 0,
        SENTENCES.undo,
        () => `${[...wrong.keys()].join(", ")} differs from before change ${change.id}`,
      );
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
): Promise<boolean> {
  const { driver } = world.system;
  const caller = world.who(n);
  const outcome = (state: World["state"]): Outcome => {
    // Who may do it is asked before anything is stored.
    const { saved } = undone({ ...state, diskFull: false }, changes, part, force).state;
    const isSecret = saved.get(driver.secret) !== state.saved.get(driver.secret);
    const mayAll = caller === "operator" || (typeof caller === "object" && caller.scope === "all");
    if (isSecret && !mayAll) return refused(state, CODES.outOfScope);
    return undone(state, changes, part, force);
  };
  return (await world.ask(caller, "settings", "pilothouse.changes", { ...params }, outcome)) !== undefined;
}
