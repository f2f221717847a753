import type { Clock } from "@pilothouse/drivers/port";
import { type Feature, LOCAL, type Log, type Settings } from "@pilothouse/server";
import { openRollouts, type Rollouts } from "../../handlers/rollouts.js";
import type { FleetState } from "../../state/state.js";
import { callerName } from "../caller-name.js";
import { queueHandlers } from "../handlers/queue.js";
import { HUB_ROWS, type HubSettings } from "../hub-settings.js";
import { NodeRules } from "../notices/node-rules.js";
import type { Authority } from "../operators/authority.js";
import type { Operators } from "../operators/operators.js";
import { CallQueue } from "../queue/call-queue.js";
import { GracefulWaits } from "../queue/graceful-waits.js";
import type { NodesProvide } from "./nodes.js";

interface Needs extends NodesProvide {
  readonly state: FleetState;
  readonly clock: Clock;
  readonly log: Log;
  readonly operators: Operators;
  readonly authority: Authority;
  readonly hub: string;
}

/** Settings that are rolled out to nodes step by step. */
export const rollouts: Feature<Needs, { readonly rollouts: Rollouts }, keyof Rollouts["handlers"]> = {
  name: "rollouts",
  async open({ state, clock, log, operators, authority, hub, inventory, bus }) {
    const opened = await openRollouts({
      ...{ state, bus, view: inventory, clock, hub, authority },
      sees: (session) => operators.sees(session),
      nameOf: ({ session }) => callerName(session) ?? LOCAL.address,
      log: (message) => log.warn(message),
    });
    return { provides: { rollouts: opened }, handlers: opened.handlers, stop: () => opened.close() };
  },
};

interface QueueProvides {
  readonly queue: CallQueue;
  readonly waits: GracefulWaits;
}

/** Calls that wait for their nodes, and nodes that wait before they restart. */
export const queue: Feature<Needs, QueueProvides, "fleet.queue"> = {
  name: "queue",
  async open({ state, clock, log, operators, authority, hub, inventory, bus, onOnline }) {
    const waiting = { state, clock, inventory, bus, authority };
    const waits = new GracefulWaits({
      ...waiting,
      log: (error) => log.warn({ err: error }, "a graceful wait could not be cancelled"),
    });
    const calls = new CallQueue({
      ...{ ...waiting, waits, hub },
      log: (error) => log.warn({ err: error }, "a queued call could not be processed"),
    });
    const stop = async () => {
      await calls.stop();
      await waits.stop();
    };
    try {
      waits.start();
      await calls.start();
    } catch (error) {
      await stop();
      throw error;
    }
    onOnline((id) => void calls.flush(id));
    return {
      provides: { queue: calls, waits },
      handlers: queueHandlers({ inventory, operators, queue: calls, authority, now: () => clock.now() }),
      stop,
    };
  },
};

/** What the hub's operator is notified of. */
export const nodeAlerts: Feature<
  Pick<NodesProvide, "inventory" | "reportsSince"> & { readonly settings: () => Settings },
  { readonly rules: NodeRules }
> = {
  name: "node-alerts",
  open({ inventory, reportsSince, settings }) {
    const rules = new NodeRules({
      nodes: () => inventory.all(),
      size: () => inventory.size,
      name: (id) => inventory.find(id)?.name,
      reportsSince,
      offlineAfter: () =>
        (settings() as Partial<HubSettings>)["hub.offline_alert"] ?? HUB_ROWS["hub.offline_alert"].default,
    });
    return { provides: { rules }, handlers: {} };
  },
};
