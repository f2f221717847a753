export { BrokerError, findServer } from "./broker/program.js";
export type { BusSettings } from "./bus/bus-settings.js";
export type { Command, HubBus, HubBusEvents, NodeId, Notice } from "./bus/hub-bus.js";
export { BusAway, NodeAway, NodeRefused } from "./bus/hub-bus.js";
export type { Report } from "./bus/report.js";
export { checkHubSettings, HubCore, type HubOptions } from "./hub/core.js";
export { hubFiles } from "./hub/hub-data.js";
export { HUB_SETTINGS, type HubSettings } from "./hub/hub-settings.js";
export type { FleetBus, HubBusOptions } from "./hub-bus/fleet-bus.js";
export { natsConfig, openHubBus } from "./hub-bus/open-hub-bus.js";
export { openState } from "./hub-bus/open-state.js";
export {
  type Enrolment,
  EnrolmentError,
  type Invitation,
  type InvitationRequest,
  type WaitingNode,
} from "./joining/enrolment.js";
export type { NodeRecord } from "./joining/node-record.js";
export { FleetNode } from "./node/fleet-node.js";
export { forgetFleet } from "./node/forget-fleet.js";
export { SqliteState } from "./state/sqlite.js";
export { Conflict, type FleetState, type Stored } from "./state/state.js";
