import type { Clock } from "@pilothouse/drivers/port";
import type { Auth, Handlers } from "@pilothouse/server";

interface Parts {
  readonly auth: Auth;
  readonly clock: Clock;
  readonly version: string;
}

/** A hub has no router: what is told of it is what the service itself knows. */
export const statusHandler = ({ auth, clock, version }: Parts): Pick<Handlers, "pilothouse.status"> => ({
  "pilothouse.status": () => ({
    simulated: false,
    router: "hub",
    phase: "running",
    next: null,
    until: null,
    retryAt: null,
    crash: null,
    starts: null,
    note: null,
    restartNeeded: false,
    version,
    time: clock.now(),
    sampled: null,
    updates: "none",
    factory: auth.password.isFactory,
  }),
});
