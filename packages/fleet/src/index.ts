export type { Command, HubBus, HubBusEvents, NodeId, Notice } from "./bus/hub-bus.js";
export { BusAway, NodeAway, NodeRefused } from "./bus/hub-bus.js";
export type { Report } from "./bus/report.js";
export { Conflict, type FleetState, type Kept } from "./state/state.js";
