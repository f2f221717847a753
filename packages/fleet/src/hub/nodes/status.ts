import type { Clock } from "@pilothouse/drivers/port";
import type { Auth, Handlers } from "@pilothouse/server";
import type { Operators } from "../operators/operators.js";
import { EVERY } from "../view/view.js";

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
  }),
});

const MOST_NAMED = 5;

function damageNote(keys: readonly string[]): string | null {
  if (keys.length === 0) return null;
  const more = keys.length > MOST_NAMED ? ` and ${keys.length - MOST_NAMED} more` : "";
  const named = keys.slice(0, MOST_NAMED).join(", ");
  return `Damaged entries of the fleet's state were set aside: ${named}${more}. See the hub's log, or restore a backup.`;
}
