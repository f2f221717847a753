import fc from "fast-check";
import { CODES, refused } from "../spec/model.js";
import { effective } from "../spec/service.js";
import { holds } from "../world/broken.js";
import { SENTENCES } from "../world/sentences.js";
import { who } from "./chosen.js";
import { command } from "./command.js";

export const NOTIFY = [
  command({
    name: "send a test of notifications",
    methods: ["pilothouse.notify"],
    given: fc.record({ who }),
    async run(world, given) {
      const { system } = world;
      const before = system.notices().length;
      const answer = await world.ask(
        world.who(given.who),
        "operate",
        "pilothouse.notify",
        { test: "webhook" },
        (state) =>
          effective(state)["notify.webhook"] === undefined ? refused(state, CODES.invalidParams) : { state },
      );
      if (answer === undefined) return;
      const came = system
        .notices()
        .slice(before)
        .filter(({ event }) => event === "test").length;
      const should = world.state.refusesNotices ? 0 : 1;
      holds(
        came === should && answer.result?.["tested"] === (should === 1),
        SENTENCES.answer,
        () => `${came} tests came, and the answer is ${answer.text}`,
      );
    },
  }),
  command({
    name: "the receiver of notifications refuses them",
    needs: "notify",
    given: fc.constant({}),
    async run(world) {
      await world.system.refuseNotices(true);
      world.state = { ...world.state, refusesNotices: true };
    },
  }),
  command({
    name: "the receiver of notifications takes them again",
    needs: "notify",
    weight: 8,
    given: fc.constant({}),
    async run(world) {
      await world.system.refuseNotices(false);
      world.state = { ...world.state, refusesNotices: false };
    },
  }),
];
