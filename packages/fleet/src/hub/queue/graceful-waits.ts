import type { Clock } from "@pilothouse/drivers/port";
import { findMethod, parseJson, type Reason } from "@pilothouse/protocol";
import { type Grant, isGraceful, LONGEST_GRACEFUL_MS } from "@pilothouse/server";
import type { HubBus, NodeId } from "../../bus/hub-bus.js";
import { changeDocument, listDocuments } from "../../state/documents.js";
import type { FleetState } from "../../state/state.js";
import type { Inventory } from "../inventory/inventory.js";
import type { Authority } from "../operators/authority.js";

export interface WaitOptions {
  readonly state: FleetState;
  readonly clock: Clock;
  readonly inventory: Inventory;
  readonly bus: Pick<HubBus, "call">;
  readonly authority: Pick<Authority, "refusal" | "refused">;
  readonly log: (error: unknown) => void;
}

/** What is kept under `graceful/<node>`: the router there may be waiting until it can restart or stop. */
interface GracefulWait {
  readonly action: string;
  /** Its name, by which the node knows it. */
  readonly order: string;
  readonly grant: Grant;
  readonly until: number;
}

const PREFIX = "graceful/";
const PATIENCE_MS = 15_000;
const EXPIRES_MS = 30_000;

/** The graceful action that a call asks for. */
export const gracefulIn = (method: string, params: object): string | undefined =>
  findMethod(method) === "RouterManager" ? Object.keys(params).find(isGraceful) : undefined;

/**
 * Routers that were asked, through this hub, to restart or stop once no tunnel needs them. If whoever asked for it
 * may not do it any more, the node is told to cancel the wait.
 */
export class GracefulWaits {
  constructor(private readonly options: WaitOptions) {}

  /**
   * To be called before the node is asked, with the name that the command carries. Resolves when it is kept, with what is to be called if the node refuses: its
   * router may still wait for what was ordered before.
   */
  async add(node: NodeId, ordered: Omit<GracefulWait, "until">): Promise<() => Promise<unknown>> {
    const { state, clock } = this.options;
    const wait = { ...ordered, until: clock.now() + LONGEST_GRACEFUL_MS };
    let before: GracefulWait | undefined;
    await changeDocument<GracefulWait>(state, PREFIX + node, (now) => {
      before = now;
      return wait;
    });
    return () =>
      changeDocument<GracefulWait>(state, PREFIX + node, (now) =>
        JSON.stringify(now) === JSON.stringify(wait) ? before : now,
      );
  }

  async cleanUp(): Promise<void> {
    const { state, clock, authority, inventory } = this.options;
    for (const [node, wait] of await listDocuments<GracefulWait>(state, PREFIX)) {
      const { grant, until } = wait;
      const why = authority.refusal(grant, inventory.find(node));
      const isOver = until <= clock.now() || inventory.find(node) === undefined;
      if (!isOver && (why === undefined || !(await this.#cancel(node, wait, why)))) continue;
      await changeDocument<GracefulWait>(state, PREFIX + node, (now) =>
        now?.until === until ? undefined : now,
      );
    }
  }

  /** False when the node could not be reached. */
  async #cancel(node: NodeId, { action, order, grant }: GracefulWait, why: Reason): Promise<boolean> {
    const { bus, clock, authority, inventory, log } = this.options;
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "pilothouse.cancel", params: {} });
    const about = { by: "the hub", scope: "operate", expires: clock.now() + EXPIRES_MS } as const;
    try {
      const answer = parseJson(
        await bus.call(node, { text, order, ...about }, { timeoutMs: PATIENCE_MS }),
      ) as {
        readonly result?: { readonly Cancelled?: unknown };
        readonly error?: { readonly message?: unknown };
      };
      const name = inventory.find(node)?.name;
      if (answer.error !== undefined)
        log(new Error(`${name} cannot cancel ${action}: ${answer.error.message}`));
      if (answer.result?.Cancelled === true)
        await authority.refused(grant, { what: action, node: name, why });
      return true;
    } catch {
      return false;
    }
  }
}
