import fc from "fast-check";
import { OPERATOR, type Params } from "../port/system.js";
import type { Outcome, State } from "../spec/model.js";
import { nameValues } from "../spec/names.js";
import { killed } from "../spec/service.js";
import { advancedSaved, differences, networkSaved, undone } from "../spec/settings.js";
import { tunnelsChanged, tunnelValues } from "../spec/tunnels.js";
import { holds } from "../world/broken.js";
import { SENTENCES } from "../world/sentences.js";
import { shownNames, shownValues } from "../world/tunnels.js";
import type { World } from "../world/world.js";
import { chosen, onWire, some } from "./chosen.js";
import { command } from "./command.js";
import { asked, changeOf } from "./tunnels/changing.js";

/** Before which of its writes the service is killed. */
const n = fc.nat(3);

/** Kills the service while a call is under way, and finds out what became of the call. */
async function killDuring(
  world: World,
  call: { readonly method: string; readonly params: Params },
  n: number,
  outcome: (state: State) => Outcome,
): Promise<void> {
  world.takeTime();
  const before = world.state;
  const done = outcome(before);
  await world.system.killDuring?.({ ...call, from: OPERATOR }, n);
  world.started();
  const config = await world.system.configuration();
  const views = world.views.next();
  const hasServices = world.system.can.has("tunnels");
  const tunnels = hasServices ? await shownValues(views) : new Map();
  const names = hasServices ? await shownNames(views) : new Map();
  const isThere = (state: State) =>
    differences(state.saved, config).size === 0 &&
    differences(tunnelValues(state.services.tunnels), tunnels).size === 0 &&
    (!hasServices || differences(nameValues(state.services), names).size === 0);
  const { changes } = await views.result("pilothouse.changes", { limit: 1 });
  const newest = (changes as readonly { readonly id: number }[])[0]?.id;
  const isRecorded = newest !== before.changes.at(-1)?.id;
  // The router saves first. If the service ends in between, the change is there, and has no record.
  const { saved, services } = done.state;
  const possible = isRecorded ? [done.state] : [before, { ...before, saved }, { ...before, services }];
  const found = possible.find(isThere);
  holds(
    found !== undefined,
    SENTENCES.whole,
    () => `killed in ${call.method}, the router has ${[...config, ...tunnels, ...names].join("; ")}`,
  );
  if (found !== undefined) world.state = killed({ ...found, now: world.state.now, ticks: world.state.ticks });
}

export const KILLS = [
  command({
    name: "kill -9 while network settings are saved",
    needs: "cut",
    checks: "around",
    given: fc.record({ some, n }),
    async run(world, given) {
      const network = chosen(world.system.driver.network, given.some);
      const call = { method: "NetworkSetting", params: onWire(network) };
      await killDuring(world, call, given.n, (state) => networkSaved(state, network));
    },
  }),
  command({
    name: "kill -9 while advanced settings are saved",
    needs: "cut",
    checks: "around",
    given: fc.record({ some, n }),
    async run(world, given) {
      const set = chosen(world.system.driver.advanced, given.some);
      const call = { method: "AdvancedSettings", params: { set: Object.fromEntries(set) } };
      await killDuring(world, call, given.n, (state) => advancedSaved(state, undefined, set));
    },
  }),
  command({
    name: "kill -9 while tunnels are changed",
    needs: "cut",
    checks: "around",
    given: fc.record({ action: fc.constantFrom("edit", "rename", "stop", "delete"), m: fc.nat(2), n }),
    async run(world, given) {
      if (!world.system.can.has("tunnels")) return;
      const changes = [changeOf({ ...given, n: 0 })];
      const call = { method: "pilothouse.tunnels", params: { changes: changes.map(asked) } };
      await killDuring(world, call, given.n, (state) => tunnelsChanged(state, changes));
    },
  }),
  command({
    name: "kill -9 while a change is undone",
    needs: "cut",
    checks: "around",
    given: fc.record({ n }),
    async run(world, given) {
      const change = world.state.changes.at(-1);
      if (change?.id === undefined) return;
      const call = { method: "pilothouse.changes", params: { undo: change.id, force: true } };
      await killDuring(world, call, given.n, (state) => undone(state, [change], change.part, true));
    },
  }),
];
