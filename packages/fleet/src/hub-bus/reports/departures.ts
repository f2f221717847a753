import type { HubBus, NodeId } from "../../bus/hub-bus.js";
import type { HubBusOptions } from "../fleet-bus.js";

interface Options extends Pick<HubBusOptions, "log" | "record"> {
  /** Whether another instance of the node is at work. */
  readonly isElsewhere: (node: NodeId, instance: string) => Promise<boolean>;
  readonly remove: (node: NodeId) => Promise<void>;
  readonly notify: HubBus["notify"];
}

/**
 * Nodes that have left the fleet. The key of such a node is of no use any more, so it is removed as by an operator; but
 * not when another machine may be the node: a copy that leaves must not take the identity of the original with it.
 */
export class Departures {
  /** Those that are decided on now: an instance may say several times that it leaves. */
  readonly #leaving = new Set<string>();

  constructor(private readonly options: Options) {}

  async take(node: NodeId, instance: string): Promise<void> {
    const { log } = this.options;
    if (this.#leaving.has(instance)) return;
    this.#leaving.add(instance);
    try {
      await this.#take(node, instance);
    } catch (error) {
      log.warn({ err: error, node }, "a node has left the fleet, and could not be removed");
    } finally {
      this.#leaving.delete(instance);
    }
  }

  async #take(node: NodeId, instance: string): Promise<void> {
    const { log, record, isElsewhere, remove, notify } = this.options;
    const isShared = record(node)?.duplicate !== undefined || (await isElsewhere(node, instance));
    // It waits for this, and cannot hear it any more when it is removed.
    await notify({ instance, left: isShared ? "stays" : "removed" }, node).catch(() => {});
    if (isShared) {
      log.warn(
        { node, instance },
        "a machine has left the fleet, and another may use its key: the node stays",
      );
      return;
    }
    await remove(node);
    log.info({ node }, "a node has left the fleet");
  }
}
