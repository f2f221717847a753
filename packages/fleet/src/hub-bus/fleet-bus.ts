import type { Clock } from "@pilothouse/drivers/port";
import type { Log, Store } from "@pilothouse/server";
import type { BusSettings } from "../bus/bus-settings.js";
import type { HubBus, HubBusEvents, NodeId } from "../bus/hub-bus.js";
import type { HubEnrolment } from "../joining/hub-enrolment.js";
import type { NodeRecord } from "../joining/node-record.js";
import type { FleetState } from "../state/state.js";
import type { OrderNumbers } from "./order-numbers.js";

/** What a hub gives to `openHubBus(parts): Promise<FleetBus>`. */
export interface HubBusOptions {
  readonly state: FleetState;
  /** The fleet's keys are kept here in `fleet-keys.json`, and the embedded server has its files in `bus/`. */
  readonly dataDir: string;
  /** This hub's name for ever, in everything that it signs. */
  readonly hub: string;
  readonly numbers: OrderNumbers;
  readonly store: Store;
  readonly settings: BusSettings;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: HubBusEvents;
  /** What is kept of a node, if it is a member. */
  readonly record: (node: NodeId) => Pick<NodeRecord, "duplicate" | "generation" | "signing"> | undefined;
  /** The id as the hub has it, so that what the bus keeps by it needs no second text. */
  readonly idOf: (node: NodeId) => NodeId;
  /** How many nodes there are, for the time over which they come back after a lost connection. */
  readonly nodes: () => number;
}

/** The bus of a hub, with those who belong to the fleet. `close` ends the embedded server too. */
export interface FleetBus extends HubBus {
  readonly enrolment: HubEnrolment;
  /** The fleet's public key: how nodes and other hubs know it. */
  readonly fleet: string;
  /** Where nodes find the bus. */
  readonly addresses: readonly string[];
}
