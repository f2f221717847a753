import {
  NotPossible,
  type RouterTunnels,
  type Tunnel,
  type TunnelChange,
  type TunnelPlan,
  TunnelsRolledBack,
  type Written,
} from "@pilothouse/drivers/port";
import { reason } from "@pilothouse/protocol";
import type { Actor } from "../../audit/audit.js";
import type { Values } from "../../audit/changes.js";
import type { Alongside } from "../../store/store.js";
import type { EventLog } from "../record/event-log.js";
import type { RecordedSettings } from "../router-settings/recorded-settings.js";
import { checkHarm, type Surroundings } from "./harm.js";
import { changesTowards, valuesOf } from "./tunnel-values.js";

/** How long a router may take to list its tunnels. */
const LIST_MS = 10_000;

export interface ChangeRequest {
  readonly actor: Actor;
  readonly sessionSignal: AbortSignal;
  readonly open: boolean;
  /** Called right before the change with the tunnels that are there; throws to prevent it. */
  readonly check?: (tunnels: readonly Tunnel[]) => void;
  readonly alongside: (written: Written<Values>) => readonly Alongside[];
}

interface Parts {
  readonly recorded: RecordedSettings;
  readonly events: EventLog;
  readonly ports: () => ReadonlySet<number>;
}

/** The tunnels of the router. All changes go through here: they are checked, recorded, and can be undone. */
export class ManagedTunnels {
  readonly #parts: Parts;
  #last: readonly Tunnel[] = [];

  constructor(
    readonly router: { readonly tunnels?: RouterTunnels },
    parts: Parts,
  ) {
    this.#parts = parts;
    parts.recorded.include("tunnels", {
      values: () => this.values(),
      write: async (wanted, sessionSignal) => {
        const tunnels = await this.list();
        const changes = changesTowards(valuesOf(tunnels), wanted);
        return this.#change(changes, tunnels, { open: true, ...(sessionSignal && { sessionSignal }) });
      },
      interrupts: async (wanted) => (await this.planTowards(wanted, true)).interruptsForMs,
    });
  }

  get of(): RouterTunnels {
    if (this.router.tunnels === undefined) throw new NotPossible(reason("router.noTunnels"));
    return this.router.tunnels;
  }

  /** As they were when somebody last looked. */
  get last(): readonly Tunnel[] {
    return this.#last;
  }

  async list(): Promise<readonly Tunnel[]> {
    this.#last = await this.of.list(AbortSignal.timeout(LIST_MS));
    return this.#last;
  }

  /** As the record of changes has them. */
  async values(): Promise<Values> {
    return valuesOf(await this.list());
  }

  /** What it would take to bring tunnels to these values; null is unset. */
  async planTowards(wanted: Values, open: boolean): Promise<TunnelPlan> {
    return this.plan(changesTowards(await this.values(), wanted), open);
  }

  async plan(changes: readonly TunnelChange[], open: boolean): Promise<TunnelPlan> {
    const warnings = checkHarm(changes, await this.list(), this.#around(open));
    const plan = await this.of.plan(changes);
    return { ...plan, warnings: [...warnings, ...plan.warnings] };
  }

  change(
    changes: readonly TunnelChange[],
    { actor, check, alongside, ...how }: ChangeRequest,
  ): Promise<Written<Values>> {
    return this.#parts.recorded.writePart(
      "tunnels",
      async () => {
        const tunnels = await this.list();
        check?.(tunnels);
        return this.#change(changes, tunnels, how);
      },
      actor,
      alongside,
    );
  }

  async #change(
    changes: readonly TunnelChange[],
    tunnels: readonly Tunnel[],
    { open, sessionSignal }: { readonly open: boolean; readonly sessionSignal?: AbortSignal },
  ): Promise<Written<Values>> {
    checkHarm(changes, tunnels, this.#around(open));
    try {
      const { before, after } = await this.of.change(changes, sessionSignal);
      this.#last = after;
      return { before: valuesOf(before), after: valuesOf(after) };
    } catch (error) {
      if (error instanceof TunnelsRolledBack)
        void this.#parts.events.add("tunnels.rolledBack", { why: error.message });
      throw error;
    }
  }

  #around(open: boolean): Surroundings {
    return { ports: this.#parts.ports(), open };
  }
}
