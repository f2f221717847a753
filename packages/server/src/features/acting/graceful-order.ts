import { NotPossible, type Router } from "@pilothouse/drivers/port";
import { type Action, type Reason, reasonAs, reasonText } from "@pilothouse/protocol";
import { every } from "@pilothouse/system";
import { type Audit, LOCAL } from "../../audit/audit.js";
import type { Grant, Grants } from "../../auth/grants.js";
import type { Kernel } from "../../feature.js";
import type { Store } from "../../store/store.js";
import { forgetValue, putValue, readJson, readValue } from "../../store/values.js";

interface Options extends Pick<Kernel, "store" | "clock" | "log"> {
  readonly grants: Pick<Grants, "ended">;
  readonly router: Pick<Router, "cancel">;
  readonly audit: Audit;
}

interface Order {
  readonly action: Action;
  /** Absent for what a hub ordered. */
  readonly grant?: Grant | undefined;
  /** What the hub calls it that ordered it. */
  readonly name?: string | undefined;
  readonly at: number;
}

const NAME = "graceful.order";
const CHECK_EVERY_MS = 1_000;
/** So long a router may wait: longer than tunnels of other routers last. */
export const LONGEST_GRACEFUL_MS = 15 * 60_000;

/** For a store from a backup: no router waits any more for what was ordered then. */
export async function dropOrder(store: Store): Promise<void> {
  if (readValue(store, NAME) !== undefined) await store.write((db) => forgetValue(db, NAME));
}

export const isGraceful = (action: string): boolean =>
  action === "RestartGraceful" || action === "ShutdownGraceful";

/**
 * The graceful restart or shutdown that the router may be waiting for, and who ordered it. If that session or token
 * is revoked meanwhile, the wait is cancelled. What a hub ordered, the hub cancels.
 */
export class GracefulOrder {
  #order: Order | undefined;
  /** Whether the store still has an order that nobody waits for any more. */
  #isStale = false;
  #endChecks: (() => Promise<void>) | undefined;

  constructor(private readonly options: Options) {}

  start(): void {
    this.#order = readJson<Order>(this.options.store, NAME);
    this.#watch();
  }

  async stop(): Promise<void> {
    void this.#endChecks?.();
  }

  /**
   * The latest order replaces the one before. Resolves when it is kept, with what is to be called if it is not carried
   * out after all: the router may still wait for the one before.
   */
  async replace(action: Action, grant: Grant | undefined, name?: string): Promise<() => void> {
    const { clock, log } = this.options;
    const before = this.#order;
    const isKept = isGraceful(action) && (grant ?? name) !== undefined;
    const next = isKept ? { action, grant, name, at: clock.now() } : undefined;
    await this.#keep(next);
    return () => {
      if (this.#order !== next) return;
      this.#keep(before).catch((error: unknown) => log.warn({ err: error }, "a graceful wait was not kept"));
    };
  }

  /** Whether the router waits for the order of this name, as far as it is known here. */
  isCalled(name: string): boolean {
    return this.#order?.name === name;
  }

  /** Rejects if an order could not be stored: the one before stays. That there is none any more is stored later then. */
  async #keep(order: Order | undefined): Promise<void> {
    const { store } = this.options;
    const [before, wasStale] = [this.#order, this.#isStale];
    if (order === undefined && before === undefined && !wasStale) return;
    this.#order = order;
    this.#isStale = order === undefined;
    this.#watch();
    try {
      await store.write((db) =>
        order === undefined ? forgetValue(db, NAME) : putValue(db, NAME, JSON.stringify(order)),
      );
      if (this.#order === order) this.#isStale = false;
    } catch (error) {
      if (order === undefined) return;
      if (this.#order === order) [this.#order, this.#isStale] = [before, wasStale];
      this.#watch();
      throw error;
    }
  }

  async check(): Promise<void> {
    const order = this.#order;
    if (order === undefined) return this.#keep(undefined);
    const { grants, clock } = this.options;
    const { action, grant, at } = order;
    const why = grant && grants.ended(grant);
    const isOver = clock.now() - at >= LONGEST_GRACEFUL_MS;
    if (grant && why !== undefined ? !(await this.#cancel(action, grant, why)) : !isOver) return;
    if (this.#order === order) await this.#keep(undefined);
  }

  /** False when it is to be tried again. */
  async #cancel(action: Action, grant: Grant, why: Reason): Promise<boolean> {
    const { router, audit, log } = this.options;
    const actor = { ...LOCAL, session: grant.id ?? undefined, name: grant.name };
    try {
      if (await router.cancel?.())
        await audit.add(actor, {
          action: "order refused",
          data: { order: action, ...reasonAs("why", why) },
          outcome: "refused",
        });
      return true;
    } catch (error) {
      log.warn({ err: error, action }, `this could not be cancelled, though ${reasonText(why)}`);
      return error instanceof NotPossible;
    }
  }

  #watch(): void {
    void this.#endChecks?.();
    if (this.#order === undefined && !this.#isStale) return;
    this.#endChecks = every(
      CHECK_EVERY_MS,
      () => this.check(),
      (error) => this.options.log.warn({ err: error }, "a graceful wait was not checked"),
    );
  }
}
