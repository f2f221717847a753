export { nameFrom, nameLike } from "./joining/names.js";
export { FleetNode } from "./node/fleet-node.js";
export { forgetFleet } from "./node/forget-fleet.js";
