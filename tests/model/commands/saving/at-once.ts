import fc from "fast-check";
import { OPERATOR, type Params } from "../../port/system.js";
import { admitted, type Who } from "../../spec/access.js";
import type { Outcome, State } from "../../spec/model.js";
import { advancedSaved, differences, networkSaved } from "../../spec/settings.js";
import { holds } from "../../world/broken.js";
import { budgetLooks } from "../../world/observe.js";
import { SENTENCES } from "../../world/sentences.js";
import { type FoundChange, listed, mustList } from "../../world/shown-changes.js";
import type { World } from "../../world/world.js";
import { chosen, onWire, some, who } from "../chosen.js";
import { command } from "../command.js";

interface Call {
  readonly who: Who;
  readonly method: string;
  readonly params: Params;
  readonly outcome: (state: State) => Outcome;
}

/** What the state is after these calls, and with which code each was answered. */
interface Done {
  readonly state: State;
  readonly codes: ReadonlyMap<Call, readonly (number | undefined)[]>;
}

function saving(world: World, given: { who: number; some: [number, number][]; network: boolean }): Call {
  const { driver } = world.system;
  const caller = world.who(given.who);
  if (given.network) {
    const network = chosen(driver.network, given.some);
    const outcome = (state: State) => networkSaved(state, network);
    return { who: caller, method: "NetworkSetting", params: onWire(network), outcome };
  }
  const set = chosen(driver.advanced, given.some);
  const outcome = (state: State) => advancedSaved(state, undefined, set);
  return { who: caller, method: "AdvancedSettings", params: { set: Object.fromEntries(set) }, outcome };
}

/** Who calls, as the one before has left it: an expired token is reported once. */
const present = ({ holders }: State, who: Who): Who =>
  typeof who === "object" ? (holders.find(({ token }) => token === who.token) ?? who) : who;

/** One after the other. On a real clock the budget may look before, between and after. */
async function inTurn(world: World, calls: readonly Call[]): Promise<readonly Done[]> {
  const looks = async ({ state, codes }: Done): Promise<readonly Done[]> => {
    const others = world.system.lag === 0 ? [] : await budgetLooks(state, world.views);
    return [state, ...others].map((one) => ({ state: one, codes }));
  };
  let all = await looks({ state: world.state, codes: new Map() });
  for (const call of calls) {
    const after = all.map(({ state, codes }): Done => {
      const entering = admitted(state, present(state, call.who), "settings");
      const done = "refused" in entering ? entering : call.outcome(entering.state);
      return {
        state: done.state,
        codes: new Map(codes).set(call, "refused" in done ? done.refused : [undefined]),
      };
    });
    all = (await Promise.all(after.map(looks))).flat();
  }
  return all;
}

const one = fc.record({ who, some, network: fc.boolean() });

export const AT_ONCE = [
  command({
    name: "two save at once",
    methods: ["NetworkSetting", "AdvancedSettings"],
    weight: 8,
    given: fc.record({ a: one, b: one }),
    async run(world, { a, b }) {
      const { system } = world;
      world.takeTime();
      const calls = [saving(world, a), saving(world, b)];
      const possible = [...(await inTurn(world, calls)), ...(await inTurn(world, calls.toReversed()))];
      const answers = await Promise.all(calls.map((call) => world.call(call.who, call.method, call.params)));
      // On a real clock a write of the budget may be there, and its record not yet.
      for (const end = system.ticks() + system.lag; ; await system.pass(200)) {
        await system.settled();
        const config = await system.configuration();
        const { result } = await system.call("pilothouse.changes", { limit: 2 }, OPERATOR);
        const recorded = JSON.stringify(((result?.["changes"] ?? []) as readonly FoundChange[]).map(listed));
        const found = possible.find(({ state, codes }) => {
          const should = state.changes.slice(-2).toReversed();
          return (
            calls.every((call, n) => codes.get(call)?.includes(answers[n]?.error?.code)) &&
            differences(state.saved, config).size === 0 &&
            JSON.stringify(should.map((change) => mustList(state, change))) === recorded
          );
        });
        if (found !== undefined) {
          world.state = found.state;
          return;
        }
        holds(
          system.ticks() < end,
          SENTENCES.atOnce,
          () => `the router has ${[...config].join("; ")}; answered was ${answers.map(({ text }) => text)}`,
        );
      }
    },
  }),
];
