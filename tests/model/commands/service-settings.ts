import fc from "fast-check";
import type { System } from "../port/system.js";
import { isSwitched, ownSet, reloaded, switched } from "../spec/service.js";
import { holds } from "../world/broken.js";
import { SENTENCES } from "../world/sentences.js";
import { who } from "./chosen.js";
import { command } from "./command.js";

/** A budget is used up by the first byte, or never: how much traffic there is, is not the model's business. */
const VALUES = {
  "budget.monthly": ["1B", "900TB", null],
  "budget.schedule": [
    ["daily 0:00-24:00 in=50"],
    ["daily 0:00-24:00 in=50 share=5"],
    ["daily 0:00-13:00 out=20", "daily 12:00-18:00 in=100 out=30"],
    null,
  ],
  "notify.webhook": ["/a-secret-path", null],
  "notify.off": [["router.stopped"], null],
} as const;
const namesFor = ({ can }: System) =>
  (Object.keys(VALUES) as readonly (keyof typeof VALUES)[]).filter(
    (name) => can.has("budget") || !name.startsWith("budget."),
  );

const some = fc.array(fc.tuple(fc.nat(20), fc.nat(5)), { minLength: 1, maxLength: 2 });
const chosen = (system: System, numbers: readonly (readonly [number, number])[]) => {
  const { webhook } = system;
  const names = namesFor(system);
  return Object.fromEntries(
    numbers.map(([n, m]) => {
      const name = names[n % names.length] ?? "notify.off";
      const value = VALUES[name][m % VALUES[name].length] ?? null;
      return [name, name === "notify.webhook" && value !== null ? `${webhook}${value}` : value];
    }),
  );
};

export const SERVICE_SETTINGS = [
  command({
    name: "set settings of the service",
    methods: ["pilothouse.settings"],
    weight: 12,
    given: fc.record({ who, some }),
    async run(world, given) {
      const set = chosen(world.system, given.some);
      await world.ask(world.who(given.who), "all", "pilothouse.settings", { set }, (state) =>
        ownSet(state, set),
      );
    },
  }),
  command({
    name: "switch the interface on the HTTP endpoint",
    methods: ["pilothouse.webapps"],
    given: fc.record({
      who,
      change: fc.constantFrom(
        { running: true },
        { running: false },
        { autostart: true },
        { running: true, autostart: false },
      ),
    }),
    async run(world, { who: n, change }) {
      const params = { name: "jsonrpc", ...change };
      const answer = await world.ask(world.who(n), "settings", "pilothouse.webapps", params, (state) =>
        switched(state, change),
      );
      const isRight = answer === undefined || isSwitched(answer.result?.["applications"], world.state);
      holds(isRight, SENTENCES.answer, () => `the answer is ${answer?.text}`);
    },
  }),
  command({
    name: "edit the service's configuration, and SIGHUP",
    needs: "reload",
    given: fc.record({ some: fc.option(some, { nil: undefined }) }),
    async run(world, given) {
      const all = Object.entries(chosen(world.system, given.some ?? []));
      const configured = Object.fromEntries(all.filter(([, value]) => value !== null));
      await world.system.reload(configured);
      world.takeTime();
      await world.becomes((state) => reloaded(state, configured));
    },
  }),
];
