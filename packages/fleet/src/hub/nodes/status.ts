import type { Clock } from "@pilothouse/drivers/port";
import type { Auth, Handlers } from "@pilothouse/server";
import { listed } from "../../listed.js";
import type { Operators } from "../operators/operators.js";
import { EVERY } from "../view/selection.js";

interface Options {
  readonly auth: Auth;
  readonly clock: Clock;
  readonly version: string;
  readonly operators: Operators;
  readonly state: { readonly damaged: readonly string[] };
  readonly bus: { readonly connected: boolean };
}

/** A hub has no router: its status is only what the service itself knows. */
export const statusHandler = ({
  auth,
  clock,
  version,
  operators,
  state,
  bus,
}: Options): Pick<Handlers, "pilothouse.status"> => ({
  "pilothouse.status": (_params, call) => ({
    simulated: false,
    router: "hub",
    phase: bus.connected ? "running" : "unreachable",
    next: null,
    until: null,
    retryAt: null,
    crash: null,
    starts: null,
    note: bus.connected
      ? damageNote(operators.sees(call.session) === EVERY ? state.damaged : [])
      : "The hub has no connection to its bus; it reconnects automatically.",
    restartNeeded: false,
    version,
    time: clock.now(),
    sampled: null,
    updates: "none",
    factory: auth.password.isFactory,
    scope: call.scope,
    account: call.session?.person ?? null,
    limited: operators.sees(call.session) !== EVERY,
  }),
});

const MOST_NAMED = 5;

function damageNote(keys: readonly string[]): string | null {
  if (keys.length === 0) return null;
  return `Damaged entries of the fleet's state were set aside: ${listed(keys, MOST_NAMED)}. See the hub's log, or restore a backup.`;
}
