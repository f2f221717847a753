import type { Feature, Log } from "@pilothouse/server";
import type { FleetState } from "../../state/state.js";
import type { NodesProvide } from "../nodes/feature.js";
import { CallQueue } from "./call-queue.js";
import { GracefulWaits } from "./graceful-waits.js";
import { type QueueNeeds, queueHandlers } from "./handlers.js";

interface Needs extends NodesProvide, Omit<QueueNeeds, "queue"> {
  readonly state: FleetState;
  readonly log: Log;
  readonly hub: string;
}

export interface Queues {
  readonly queue: CallQueue;
  readonly waits: GracefulWaits;
}

const CLEAN_UP_EVERY_MS = 5_000;

/** Calls that wait for their nodes, and nodes that wait before they restart. */
export const queue: Feature<Needs, Queues, "fleet.queue"> = {
  async open({ state, clock, log, operators, authority, hub, inventory, bus, onOnline }) {
    const waiting = { state, clock, inventory, bus, authority };
    const notCancelled = (error: unknown) =>
      log.warn({ err: error }, "a graceful wait could not be cancelled");
    const notSent = (error: unknown) => log.warn({ err: error }, "a queued call could not be processed");
    const waits = new GracefulWaits({ ...waiting, log: notCancelled });
    const calls = new CallQueue({ ...waiting, waits, hub, log: notSent });
    await calls.start();
    onOnline((id) => void calls.flush(id));
    return {
      provides: { queue: calls, waits },
      handlers: queueHandlers({ inventory, operators, queue: calls, authority, clock }),
      recurring: [
        { everyMs: CLEAN_UP_EVERY_MS, work: () => waits.cleanUp().catch(notCancelled) },
        { everyMs: CLEAN_UP_EVERY_MS, work: () => calls.cleanUp().catch(notSent) },
      ],
      stop: () => calls.stop(),
    };
  },
};
