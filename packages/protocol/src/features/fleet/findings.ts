import type { FindingDefinition, FindingDefinitions } from "../../kernel/definitions.js";

/**
 * What a hub can find about its fleet. `{nodes}` names the nodes, in a notification only those that are new; `{all}`
 * is how many of the `{total}` are so by now.
 */
export const FLEET_FINDINGS = {
  "fleet.bus": {
    level: "problem",
    description: "The hub has no connection to its bus, so it hears nothing of its nodes.",
    todo: "It reconnects automatically. Look at the hub's log, and at the NATS servers if they are your own (hub.bus).",
    notify: 2,
  },
  "fleet.damaged": {
    level: "problem",
    description: "Damaged entries of the fleet's state were set aside: {entries}.",
    todo: "Look at the hub's log, or restore a backup.",
  },
  "fleet.hub": {
    level: "warning",
    description: "Not heard of: another hub of the fleet, on {entries}.",
    todo: "Check that it runs and reaches the bus; the fleet goes on with the other hubs. One that was taken away is forgotten after a week.",
    notify: 5,
  },
  "fleet.rollout": {
    level: "warning",
    description: "Roll-outs were stopped because nodes failed: {entries}.",
    todo: "See which nodes failed and why (pilothouse fleet rollouts ID), and start it again. After a day this is not found any more.",
    notify: 0,
  },
  "nodes.offline": {
    level: "problem",
    description: "Offline: {nodes}. That makes {all} of {total} nodes.",
    todo: "Check that these machines run and reach the bus; pilothouse membership says more there.",
    notify: 5,
  },
  "nodes.duplicate": {
    level: "problem",
    description:
      "Two machines use the key of one node, so nothing is changed on it: {nodes}. That makes {all} of {total} nodes.",
    todo: "Decide which one stays, and let the other join again: pilothouse fleet keep NODE --instance ID.",
    notify: 0,
  },
  "nodes.stopped": {
    level: "problem",
    description: "The router is stopped: {nodes}. That makes {all} of {total} nodes.",
    todo: "Start it: pilothouse -p HUB/NODE restart.",
    notify: 5,
  },
  "nodes.crashed": {
    level: "problem",
    description: "The router crashed: {nodes}. That makes {all} of {total} nodes.",
    todo: "It is started again automatically. Look at its log: pilothouse -p HUB/NODE logs.",
    notify: 5,
  },
  "nodes.hung": {
    level: "problem",
    description: "The router does not answer: {nodes}. That makes {all} of {total} nodes.",
    todo: "Ask the node: pilothouse -p HUB/NODE health, and logs.",
    notify: 5,
  },
  "nodes.crashloop": {
    level: "problem",
    description: "The router crashes again and again: {nodes}. That makes {all} of {total} nodes.",
    todo: "Look at its log (pilothouse -p HUB/NODE logs), and undo the last change of its settings.",
    notify: 0,
  },
  "nodes.problem": {
    level: "problem",
    description: "The node itself has found a problem: {nodes}. That makes {all} of {total} nodes.",
    todo: "Ask it what: pilothouse -p HUB/NODE health.",
  },
  "nodes.firewalled": {
    level: "warning",
    description: "Other routers cannot connect: {nodes}. That makes {all} of {total} nodes.",
    todo: "Ask the node what to open: pilothouse -p HUB/NODE health.",
    notify: 15,
  },
  "nodes.drifted": {
    level: "warning",
    description:
      "Settings were changed on the node after it applied the template: {nodes}. That makes {all} of {total} nodes.",
    todo: "See the difference with pilothouse fleet drift, and apply the file again.",
    notify: 15,
  },
  "nodes.restart": {
    level: "warning",
    description:
      "Saved settings wait for a restart of the router: {nodes}. That makes {all} of {total} nodes.",
    todo: "Restart them one after the other: pilothouse fleet restart.",
  },
  "nodes.warning": {
    level: "warning",
    description: "The node itself warns of something: {nodes}. That makes {all} of {total} nodes.",
    todo: "Ask it of what: pilothouse -p HUB/NODE health.",
  },
  "nodes.awaited": {
    level: "wait",
    description: "Not heard of since the hub was connected: {nodes}. That makes {all} of {total} nodes.",
    todo: "Wait a minute until all nodes have reported.",
  },
  "nodes.busy": {
    level: "wait",
    description:
      "The router is starting or ending, tests its connection, or a roll-out changes it: {nodes}. That makes {all} of {total} nodes.",
    todo: "Wait a few minutes.",
  },
  "nodes.outdated": {
    level: "note",
    description: "The service is older than that of the hub: {nodes}. That makes {all} of {total} nodes.",
    todo: "Install the hub's version there too.",
  },
  "nodes.waiting": {
    level: "note",
    description: "Waiting to be accepted into the fleet: {nodes}.",
    todo: "Compare the fingerprint and accept or refuse: pilothouse fleet waiting.",
    notify: 0,
    once: true,
  },
  "nodes.unknown": {
    level: "warning",
    description:
      "Nodes have a key of the fleet, but this hub has no record of them: {nodes}. Its data may have been restored from an old backup.",
    todo: "Adopt them (pilothouse fleet adopt) or remove them (pilothouse fleet remove); pilothouse fleet nodes --state unknown lists them.",
    notify: 1,
    once: true,
  },
} as const satisfies FindingDefinitions;

export type FleetFindingKey = keyof typeof FLEET_FINDINGS;
export const FLEET_FINDING_KEYS = Object.keys(FLEET_FINDINGS) as readonly FleetFindingKey[];

export const fleetFindingDefinition = (key: FleetFindingKey): FindingDefinition => FLEET_FINDINGS[key];
