import { ticksOf } from "@pilothouse/drivers/port";
import type { Auth, CoreOptions, Feature, Kernel } from "@pilothouse/server";
import type { BusSettings } from "../../bus/bus-settings.js";
import type { NodeId } from "../../bus/hub-bus.js";
import type { FleetBus, HubBusOptions } from "../../hub-bus/fleet-bus.js";
import { OrderNumbers } from "../../hub-bus/order-numbers.js";
import type { SoundState } from "../../state/sound-state.js";
import { FleetJudge } from "../findings/judge.js";
import { Inventory } from "../inventory/inventory.js";
import type { Operators } from "../operators/operators.js";
import { keepHandler, markDuplicate } from "./duplicates.js";
import { nodeHandlers } from "./handlers.js";
import { joiningHandlers } from "./joining.js";
import { FLEET } from "./metrics.js";
import { OtherHubs } from "./other-hubs.js";
import { statusHandler } from "./status.js";

interface Needs extends Kernel, Pick<CoreOptions, "signal"> {
  readonly state: SoundState;
  /** The name of this hub. */
  readonly hub: string;
  readonly auth: Auth;
  readonly operators: Operators;
  readonly busSettings: BusSettings;
  readonly openBus: (options: HubBusOptions) => Promise<FleetBus>;
}

export interface NodesProvide {
  readonly inventory: Inventory;
  readonly bus: FleetBus;
  /** What is found about them. */
  readonly judge: FleetJudge;
  /** Calls back when a node has come online. */
  readonly onOnline: (listener: (id: NodeId) => void) => void;
}

/** The nodes of the fleet, and the bus over which they are reached. */
export const nodes: Feature<
  Needs,
  NodesProvide,
  | keyof ReturnType<typeof nodeHandlers>
  | keyof ReturnType<typeof keepHandler>
  | keyof ReturnType<typeof joiningHandlers>
  | keyof ReturnType<typeof statusHandler>
> = {
  async open({ state, store, clock, log, settings, version, auth, operators, hub, signal, ...given }) {
    const listeners: ((id: NodeId) => void)[] = [];
    let bus: FleetBus | undefined;
    let reportsSince: { readonly at: number; readonly ticks: number } | undefined;
    // A node that has just joined is asked for a report at once. When the bus is there, it asks all nodes.
    const inventory = new Inventory(state, clock, {
      onNew: ({ id, standing, name }) => {
        if (standing === "unknown")
          log.warn(
            { node: id, fingerprint: name },
            "a node has a key of the fleet, but there is no record of it here: adopt or remove it",
          );
        void bus?.notify({ report: 0 }, id).catch((error: unknown) => log.debug({ err: error }, "no notice"));
      },
      onDuplicate: ({ id, name, instances }) => {
        log.warn({ node: name, instances }, "two machines use the key of one node");
        markDuplicate(state, id, clock.now()).catch((error: unknown) =>
          log.error({ err: error }, "not stored"),
        );
      },
      onState: ({ id, online }) => {
        if (online) for (const listener of listeners) listener(id);
      },
    });
    const hubs = new OtherHubs({
      ...{ state, clock, hub },
      onFailure: (error) => log.warn({ err: error }, "not written that this hub is at work"),
    });
    const ends = async () => {
      if (given.busSettings.shared) await hubs.stop();
      await inventory.stop();
    };
    try {
      await inventory.start();
      // Nobody else writes into a hub's own store.
      if (given.busSettings.shared) await hubs.start();
      signal?.throwIfAborted();
      bus = await given.openBus({
        ...{ state, clock, log, settings: given.busSettings, dataDir: settings().data_dir },
        ...{ hub, store, numbers: new OrderNumbers(store, clock) },
        nodes: () => inventory.size,
        idOf: (node) => inventory.member(node)?.id ?? node,
        record: (node) => inventory.member(node)?.record,
        events: {
          onInstances: (node, instances) => inventory.instances(node, instances),
          onStopped: (node) => inventory.stopped(node),
          onReport: (node, report, made) => inventory.report(node, report, made),
          onConnected: (connected) => {
            reportsSince = connected ? { at: clock.now(), ticks: ticksOf(clock) } : undefined;
            log.info(connected ? "connected to the bus" : "the bus is away; reconnecting");
          },
        },
      });
    } catch (error) {
      await ends().catch(() => {});
      throw error;
    }
    const opened = bus;
    const found = { inventory, operators };
    const judge = new FleetJudge({
      ...{ inventory, clock, version, reportsSince: () => reportsSince },
      ...{ damaged: () => state.damaged, hubsAway: () => hubs.away },
    });
    return {
      provides: {
        inventory,
        bus: opened,
        judge,
        onOnline: (listener) => void listeners.push(listener),
      },
      handlers: {
        ...statusHandler({ auth, clock, version, operators, state, bus: opened }),
        ...nodeHandlers({ ...found, state, bus: opened, judge }),
        ...keepHandler({ ...found, state, bus: opened }),
        ...joiningHandlers(opened.enrolment, found, () => clock.now()),
      },
      metrics: (add) => add(FLEET, { summary: inventory.summary(), busConnected: opened.connected }),
      async stop() {
        await opened.close();
        await ends();
      },
    };
  },
};
