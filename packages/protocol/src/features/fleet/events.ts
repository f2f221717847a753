import type { EventDefinitions } from "../../kernel/definitions.js";

/**
 * What a hub has in its timeline beside what every service has. `{nodes}` names the first of the nodes to which it
 * happened at the same time, and `count` is how many they are; `{entries}` are what else is meant; `finding` is the key of the finding that is told.
 */
export const FLEET_EVENTS = {
  "fleet.problem": {
    severity: "error",
    description: "Found by the hub: {what}[: {nodes}][: {entries}].",
    data: ["finding", "what"],
  },
  "fleet.warning": {
    severity: "warning",
    description: "Found by the hub: {what}[: {nodes}][: {entries}].",
    data: ["finding", "what"],
  },
  "fleet.noted": {
    severity: "info",
    description: "Found by the hub: {what}[: {nodes}][: {entries}].",
    data: ["finding", "what"],
  },
  "fleet.resolved": {
    severity: "info",
    description: "Over: {what}[: {nodes}][: {entries}].",
    data: ["finding", "what"],
  },
  "fleet.joined": {
    severity: "info",
    description: "Joined the fleet: {nodes}.",
    data: ["nodes", "count"],
  },
  "fleet.removed": {
    severity: "info",
    description: "Removed from the fleet: {nodes}.",
    data: ["nodes", "count"],
  },
} as const satisfies EventDefinitions;
