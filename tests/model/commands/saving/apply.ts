import fc from "fast-check";
import { advancedSaved, networkSaved } from "../../spec/settings.js";
import { holds } from "../../world/broken.js";
import { SENTENCES } from "../../world/sentences.js";
import { chosen, some, who } from "../chosen.js";
import { command } from "../command.js";

const CHECKSUM = "0123456789abcdef0123456789abcdef";

export const APPLY = [
  command({
    name: "apply a template without a restart",
    methods: ["pilothouse.apply"],
    weight: 8,
    given: fc.record({ who, network: some, advanced: some }),
    async run(world, given) {
      const { driver } = world.system;
      const network = chosen(driver.network, given.network);
      const advanced = chosen(driver.advanced, given.advanced);
      const params = {
        checksum: CHECKSUM,
        network: Object.fromEntries(network),
        advanced: Object.fromEntries(advanced),
        ...{ restart: "never", drain: 0, deadline: 60_000 },
      };
      const answer = await world.ask(
        world.who(given.who),
        "settings",
        "pilothouse.apply",
        params,
        (state) => {
          const half = networkSaved(state, network);
          return "refused" in half ? half : advancedSaved(half.state, undefined, advanced);
        },
      );
      const { state, differences = [] } = answer?.result ?? { state: "applied" };
      holds(
        state === "applied" && (differences as readonly unknown[]).length === 0,
        SENTENCES.answer,
        () => `the answer is ${answer?.text}`,
      );
    },
  }),
];
