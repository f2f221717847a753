import type { Clock } from "@pilothouse/drivers/port";
import type { Auth, Handlers } from "@pilothouse/server";

interface Parts {
  readonly auth: Auth;
  readonly clock: Clock;
  readonly version: string;
  readonly bus: { readonly connected: boolean };
}

/** A hub has no router: its status is only what the service itself knows. */
export const statusHandler = ({ auth, clock, version, bus }: Parts): Pick<Handlers, "pilothouse.status"> => ({
  "pilothouse.status": (_params, call) => ({
    simulated: false,
    router: "hub",
    phase: bus.connected ? "running" : "unreachable",
    next: null,
    until: null,
    retryAt: null,
    crash: null,
    starts: null,
    note: bus.connected ? null : "The hub has no connection to its bus; it reconnects automatically.",
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
