import fc from "fast-check";
import type { Params } from "../../port/system.js";
import { admitted, sees } from "../../spec/access.js";
import { cut, type Deed, isOffline, queued, queueWith } from "../../spec/hub.js";
import { CODES, refused } from "../../spec/model.js";
import { isAtRest } from "../../spec/router.js";
import { Broken } from "../../world/broken.js";
import { shownOfNode } from "../../world/hub.js";
import { SENTENCES } from "../../world/sentences.js";
import { chosen, some, who } from "../chosen.js";
import { command } from "../command.js";

const SECOND = 1_000;

/** What a hub keeps for a node that is away, and what it shows of one that is there. */
export const QUEUE = [
  command({
    name: "queue a call at the hub",
    needs: "hub",
    weight: 8,
    given: fc.record({ who, some, restart: fc.constantFrom(false, false, true) }),
    async run(world, { who: n, some: numbers, restart }) {
      const { hub, driver } = world.system;
      const caller = world.who(n);
      const does: Deed = restart
        ? { order: "Restart" }
        : { set: Object.fromEntries(chosen(driver.advanced, numbers)) };
      const call = restart
        ? { method: "RouterManager", params: { Restart: null } }
        : { method: "AdvancedSettings", params: does };
      const scope = restart ? "operate" : "settings";
      const params = { node: hub?.node, ...call };
      const answer = await world.askHub(caller, "read", "fleet.queue", params, (state) => {
        const entering = admitted(cut(state, false), caller, scope);
        return "refused" in entering ? refused(state, ...entering.refused) : { state };
      });
      if (answer === undefined) return;
      const known = new Set(world.state.hub?.queue.map(({ id }) => id));
      const list = answer.result?.["queue"] as readonly { readonly id: string }[];
      const by = typeof caller === "object" ? caller : undefined;
      for (const { id } of list.filter((one) => !known.has(one.id)))
        world.state = queued(world.state, { id, by, does });
    },
  }),
  command({
    name: "cancel a queued call",
    needs: "hub",
    given: fc.record({ who, n: fc.nat(2) }),
    async run(world, { who: n, n: which }) {
      const one = world.state.hub?.queue.at(-1 - which);
      if (one === undefined) return;
      const scope = "set" in one.does ? "settings" : "operate";
      const caller = world.who(n);
      await world.askHub(caller, "read", "fleet.queue", { cancel: one.id }, (state) => {
        if (typeof caller === "object" && !sees(state, caller)) return refused(state, CODES.invalidParams);
        const mayCancel =
          caller === "operator" || (typeof caller === "object" && covers(caller.scope, scope));
        if (!mayCancel) return refused(state, CODES.outOfScope);
        if (one.state !== "waiting") return refused(state, CODES.invalidParams);
        // It may be tried in this moment.
        return { state: queueWith(state, one.id, "cancelled"), orRefused: [CODES.invalidParams] };
      });
    },
  }),
  command({
    name: "wait until the hub must have missed the node",
    needs: "hub",
    weight: 1,
    given: fc.constant({}),
    async run(world) {
      while (world.state.hub?.cutSince !== undefined && !isOffline(world.state)) {
        await world.system.pass(SECOND);
        world.takeTime();
      }
    },
  }),
  command({
    name: "wait until the hub shows the node as it is",
    needs: "hub",
    given: fc.constant({}),
    async run(world) {
      if (world.state.hub?.cutSince !== undefined) return;
      // It is looked again until that is so, or takes too long.
      await world.look(async ({ state, views }) => {
        const is = JSON.stringify(await shownOfNode(views));
        const { phase, starts, restartNeeded }: Params = await views.result("pilothouse.status");
        const should = JSON.stringify({ phase, starts, restartNeeded });
        if (isAtRest(state) && is !== should)
          throw new Broken(SENTENCES.shown, `the node is ${should}, and the hub shows ${is}`);
      });
    },
  }),
];

const covers = (scope: string, wanted: "operate" | "settings") =>
  scope === "all" || scope === "settings" || scope === wanted;
