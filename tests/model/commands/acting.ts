import fc from "fast-check";
import { CODES, type State } from "../spec/model.js";
import { type Action, cancelled, crashed, hasWait, isAtRest, ordered } from "../spec/router.js";
import { holds } from "../world/broken.js";
import { who } from "./chosen.js";
import { command } from "./command.js";

/** What a router answers that cannot do something, such as cancel a wait. */
const CANNOT = [CODES.refused, CODES.invalidParams];
const ACTIONS = ["Restart", "RestartGraceful", "Shutdown", "ShutdownGraceful"] as const;

export const ACTING = [
  command({
    name: "order",
    methods: ["RouterManager"],
    weight: 16,
    given: fc.record({ who, action: fc.constantFrom<Action>(...ACTIONS) }),
    async run(world, { who: n, action }) {
      if (action.startsWith("Shutdown") && !world.system.driver.startsAgain) return;
      const caller = world.who(n);
      const by = typeof caller === "object" ? caller : undefined;
      await world.ask(caller, "operate", "RouterManager", { [action]: true }, (state) =>
        ordered(state, action, by),
      );
    },
  }),
  command({
    name: "cancel",
    methods: ["pilothouse.cancel"],
    given: fc.record({ who }),
    async run(world, given) {
      const { driver } = world.system;
      const should = hasWait(world.state);
      const answer = await world.ask(world.who(given.who), "operate", "pilothouse.cancel", {}, (state) => {
        // A real router with nothing to wait for may have ended the wait already.
        return driver.cancels || should === false ? { state } : { state, orRefused: CANNOT };
      });
      const was = answer?.result?.["Cancelled"];
      if (was === undefined) return;
      holds(
        should === undefined || was === should || (!driver.cancels && was === false),
        "A call is answered as the model foretells.",
        () => `there was ${should ? "a" : "no"} graceful wait, and the answer is ${answer?.text}`,
      );
      if (was) await world.becomes(cancelled);
    },
  }),
  command({
    name: "wait until the router is what was ordered",
    needs: "wait",
    given: fc.constant({}),
    async run(world) {
      const { system } = world;
      // Orders that overtook each other leave open how many starts are still to come.
      const enough = system.ticks() + 10_000;
      const isSo = ({ router }: State) =>
        router.becomes.some((one) => one === router.seen.phase) && system.ticks() > enough;
      while (!isAtRest(world.state) && !isSo(world.state) && world.state.router.hungSince === undefined) {
        await system.pass(500);
        await world.look();
      }
    },
  }),
  command({
    name: "look for updates, update or reseed",
    methods: ["RouterManager"],
    given: fc.record({ who, action: fc.constantFrom("FindUpdates", "Update", "Reseed") }),
    async run(world, { who: n, action }) {
      // Nobody has set where updates are, and a router that does not run takes no reseed.
      await world.ask(world.who(n), "operate", "RouterManager", { [action]: true }, (state) =>
        action === "Reseed" ? { state, orRefused: [...CANNOT, CODES.internal] } : { state },
      );
    },
  }),
  command({
    name: "the router crashes",
    needs: "crash",
    weight: 8,
    given: fc.constant({}),
    async run(world) {
      await world.system.crash();
      await world.becomes(crashed);
    },
  }),
  command({
    name: "the router hangs",
    needs: "hang",
    given: fc.constant({}),
    async run(world) {
      const { state, system } = world;
      await system.hang(true);
      const hungSince = state.router.hungSince ?? system.ticks();
      world.state = { ...state, router: { ...state.router, hungSince } };
    },
  }),
  command({
    name: "the router answers again",
    needs: "hang",
    weight: 8,
    given: fc.constant({}),
    async run(world) {
      const { system } = world;
      await system.hang(false);
      world.takeTime();
      world.state = { ...world.state, router: { ...world.state.router, hungSince: undefined } };
    },
  }),
];
