import type { Clock } from "@pilothouse/drivers/port";
import type { Accounts, Audit, Auth, Feature, Store } from "@pilothouse/server";
import type { FleetState } from "../../state/state.js";
import { Authority } from "./authority.js";
import { operatorHandlers } from "./handlers.js";
import { Operators } from "./operators.js";

/** The accounts of the hub's operators, before anybody can log in. */
export const accounts: Feature<
  { readonly state: FleetState; readonly store: Store },
  { readonly operators: Operators; readonly accounts: Accounts }
> = {
  async open({ state, store }) {
    const operators = new Operators(state, store);
    try {
      await operators.start();
    } catch (error) {
      await operators.stop();
      throw error;
    }
    return { provides: { operators, accounts: operators }, handlers: {}, stop: () => operators.stop() };
  },
};

interface Needs {
  readonly operators: Operators;
  readonly auth: Auth;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly hub: string;
}

/** What operators may do, and what is answered about them. */
export const operators: Feature<
  Needs,
  { readonly authority: Authority },
  keyof ReturnType<typeof operatorHandlers>
> = {
  async open({ operators: known, auth, audit, clock, hub }) {
    await known.attach(auth);
    return {
      provides: { authority: new Authority({ auth, audit, operators: known, hub }) },
      handlers: operatorHandlers({ operators: known, auth, now: () => clock.now() }),
    };
  },
};
