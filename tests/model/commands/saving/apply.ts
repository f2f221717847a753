import fc from "fast-check";
import type { Answer } from "../../port/system.js";
import { applyingBegun } from "../../spec/applying.js";
import { limitKeys, toWrite } from "../../spec/budget.js";
import { CODES, type Outcome, refused, type State } from "../../spec/model.js";
import { isAtRest } from "../../spec/router.js";
import { advancedSaved, networkSaved } from "../../spec/settings.js";
import { holds } from "../../world/broken.js";
import { SENTENCES } from "../../world/sentences.js";
import type { World } from "../../world/world.js";
import { chosen, some, who } from "../chosen.js";
import { command } from "../command.js";

const CHECKSUM = "0123456789abcdef0123456789abcdef";

interface Template {
  readonly network: ReadonlyMap<string, string>;
  readonly advanced: ReadonlyMap<string, string>;
}

const written = (state: State, { network, advanced }: Template): Outcome => {
  // One after the other.
  if (state.applying !== undefined) return refused(state, CODES.refused);
  const half = networkSaved(state, toWrite(state, network) ?? network);
  return "refused" in half ? half : advancedSaved(half.state, undefined, advanced);
};

const ask = (world: World, n: number, template: Template, how: object): Promise<Answer | undefined> =>
  world.ask(
    world.who(n),
    "settings",
    "pilothouse.apply",
    {
      checksum: CHECKSUM,
      network: Object.fromEntries(template.network),
      advanced: Object.fromEntries(template.advanced),
      ...how,
    },
    (state) => written(state, template),
  );

export const APPLY = [
  command({
    name: "apply a template without a restart",
    methods: ["pilothouse.apply"],
    weight: 8,
    given: fc.record({ who, network: some, advanced: some }),
    async run(world, given) {
      const { driver } = world.system;
      const network = chosen(driver.network, given.network);
      if (toWrite(world.state, network) === undefined) return;
      const template = { network, advanced: chosen(driver.advanced, given.advanced) };
      const how = { restart: "never", drain: 0, deadline: 60_000 };
      const answer = await ask(world, given.who, template, how);
      const { state, differences = [] } = answer?.result ?? { state: "applied" };
      holds(
        state === "applied" && (differences as readonly unknown[]).length === 0,
        SENTENCES.answer,
        () => `the answer is ${answer?.text}`,
      );
    },
  }),
  command({
    name: "apply a template with a restart",
    methods: ["pilothouse.apply"],
    weight: 8,
    given: fc.record({ who, network: some, advanced: some, graceful: fc.boolean() }),
    async run(world, { who: n, graceful, ...given }) {
      const { driver } = world.system;
      const { state: before } = world;
      const isUp = isAtRest(before) && before.router.seen.phase === "running";
      if (!isUp || before.router.hungSince !== undefined) return;
      // What the budget makes of its limits before they are taken back shows in nothing else.
      const network = Object.entries(driver.network).filter(([key]) => !limitKeys(before).includes(key));
      const template = {
        network: chosen(Object.fromEntries(network), given.network),
        advanced: chosen(driver.advanced, given.advanced),
      };
      const { start, end, drain } = driver.takes;
      const answer = await ask(world, n, template, {
        restart: graceful ? "graceful" : "now",
        drain: drain + 20_000,
        deadline: start + end + 60_000,
      });
      if (answer === undefined) return;
      const isPending = answer.result?.["state"] === "pending";
      const { running, saved } = world.state;
      holds(
        running === undefined || isPending === driver.waits(saved, running),
        SENTENCES.answer,
        () => `the answer is ${answer.text}`,
      );
      const caller = world.who(n);
      const by = typeof caller === "object" ? caller : undefined;
      const action = graceful ? "RestartGraceful" : "Restart";
      if (isPending) await world.becomes((state) => applyingBegun(state, before.saved, action, by));
    },
  }),
];
