import fc from "fast-check";
import { cut } from "../../spec/hub.js";
import { advancedSaved, differences } from "../../spec/settings.js";
import { holds } from "../../world/broken.js";
import { lastingAtHub } from "../../world/hub.js";
import { SENTENCES } from "../../world/sentences.js";
import { chosen, some } from "../chosen.js";
import { command } from "../command.js";

/** What happens to a hub, its bus, and the line between it and the node. */
export const HUB_LIFE = [
  command({
    name: "the node is cut off from the bus",
    needs: "hub",
    given: fc.constant({}),
    async run(world) {
      await world.system.hub?.cut(true);
      world.takeTime();
      world.state = cut(world.state, true);
    },
  }),
  command({
    name: "the node reaches the bus again",
    needs: "hub",
    weight: 6,
    given: fc.constant({}),
    async run(world) {
      await world.system.hub?.cut(false);
      world.state = cut(world.state, false);
    },
  }),
  command({
    name: "restart the hub",
    needs: "hub",
    given: fc.constant({}),
    async run(world) {
      const before = await lastingAtHub(world.views);
      await world.system.hub?.restart();
      const after = await lastingAtHub(world.views.next());
      holds(after === before, SENTENCES.restart, () => `${before} became ${after}`);
    },
  }),
  command({
    name: "kill -9 of the hub",
    needs: "hub",
    given: fc.constant({}),
    async run(world) {
      await world.system.hub?.kill();
    },
  }),
  command({
    name: "kill -9 of the bus",
    needs: "hub",
    given: fc.constant({}),
    async run(world) {
      await world.system.hub?.killBus();
    },
  }),
  command({
    name: "kill -9 of the hub or the bus while settings are saved",
    needs: "hub",
    given: fc.record({ some, victim: fc.constantFrom("hub" as const, "bus" as const), ms: fc.nat(8) }),
    async run(world, { some: numbers, victim, ms }) {
      const { hub, driver } = world.system;
      if (hub === undefined || world.state.hub?.cutSince !== undefined) return;
      const set = chosen(driver.advanced, numbers);
      const call = { method: "AdvancedSettings", params: { set: Object.fromEntries(set) } };
      const answer = await hub.killDuring(victim, call, ms);
      world.takeTime();
      const before = world.state;
      const done = advancedSaved(before, undefined, set).state;
      const config = await world.system.configuration();
      const possible = answer?.result === undefined ? [before, done] : [done];
      const found = possible.find(({ saved }) => differences(saved, config).size === 0);
      holds(
        found !== undefined,
        SENTENCES.whole,
        () => `answered was ${answer?.text}, and the router has ${[...config].join("; ")}`,
      );
      world.state = found ?? before;
    },
  }),
];
