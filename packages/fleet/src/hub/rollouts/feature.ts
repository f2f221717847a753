import type { Clock } from "@pilothouse/drivers/port";
import { type Feature, LOCAL, type Log } from "@pilothouse/server";
import type { FleetState } from "../../state/state.js";
import type { NodesProvide } from "../nodes/feature.js";
import type { Authority } from "../operators/authority.js";
import { callerName } from "../operators/authority.js";
import type { Operators } from "../operators/operators.js";
import { openRollouts, type Rollouts } from "./rollouts.js";

interface Needs extends NodesProvide {
  readonly state: FleetState;
  readonly clock: Clock;
  readonly log: Log;
  readonly operators: Operators;
  readonly authority: Authority;
  readonly hub: string;
}

/** Settings that are rolled out to nodes step by step. */
export const rollouts: Feature<Needs, { readonly rollouts: Rollouts }, keyof Rollouts["handlers"]> = {
  name: "rollouts",
  async open({ state, clock, log, operators, authority, hub, inventory, bus }) {
    const opened = await openRollouts({
      ...{ state, bus, view: inventory, clock, hub, authority },
      sees: (session) => operators.sees(session),
      nameOf: ({ session }) => callerName(session) ?? LOCAL.address,
      log: (message) => log.warn(message),
    });
    return { provides: { rollouts: opened }, handlers: opened.handlers, stop: () => opened.close() };
  },
};
