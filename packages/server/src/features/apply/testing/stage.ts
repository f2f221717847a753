import type { Clock, Router } from "@pilothouse/drivers/port";
import type { Reason, WritableKey } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { silentLog } from "../../../log.js";
import { inMemory } from "../../../rpc/testing/recorded.js";
import { Store } from "../../../store/store.js";
import { EventLog } from "../../record/event-log.js";
import { ChangeLog } from "../../router-settings/change-log.js";
import { RecordedSettings } from "../../router-settings/recorded-settings.js";
import { ManagedTunnels } from "../../tunnels/managed-tunnels.js";
import { Applier } from "../applier.js";
import { TemplateTunnels } from "../template-tunnels.js";

export const ALWAYS: AbortSignal = new AbortController().signal;
export const ACTOR = { address: "192.0.2.1", name: "ann" };
export const SUM = "0123456789abcdef0123456789abcdef";
/** A port of the service. */
export const PORT = 7650;

/** A simulated router on a played clock, whose failures are the simulator's own. */
export class Stage<R extends Router> {
  ms = Date.UTC(2026, 0, 1, 12);
  readonly clock = { now: () => this.ms };
  readonly dir = scratch();
  readonly store = Store.open(this.dir);
  readonly router: R;
  /** What the service sees instead of the router. */
  seen: object = {};
  /** Why the grant of the caller has ended. */
  ended: Reason | undefined;
  readonly ordered: string[] = [];
  /** Limits as they are without a traffic budget, where that has lowered them. */
  readonly own = new Map<WritableKey, string>();
  applier: Applier;

  constructor(make: (options: { seed: number; clock: Clock; storage: ReturnType<typeof inMemory> }) => R) {
    this.router = make({ seed: 1, clock: this.clock, storage: inMemory() });
    this.applier = this.open();
  }

  open(router: Router = this.router): Applier {
    const snapshot = async () => ({ at: this.ms, ...(await this.router.read(ALWAYS)), ...this.seen });
    const { store, clock } = this;
    const events = new EventLog(store, clock, silentLog);
    const settings = new RecordedSettings(router.settings, new ChangeLog(store, clock, silentLog), events);
    const ports = () => new Set([PORT]);
    const tunnels = new TemplateTunnels(new ManagedTunnels(router, { recorded: settings, events, ports }));
    return new Applier({
      ...{ store, router, settings, tunnels, snapshot, clock, log: silentLog },
      grants: { ended: () => this.ended },
      withOwnLimits: (values) => new Map([...values, ...this.own]),
      order: {
        replace: async (action) => {
          this.ordered.push(action);
          return () => {};
        },
      },
    });
  }

  /** Lets time pass, with one look each second. */
  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      this.ms += 1_000;
      await this.applier.look();
    }
  }

  async network(name: WritableKey): Promise<string | null | undefined> {
    return (await this.router.settings.network()).values.get(name);
  }
}
