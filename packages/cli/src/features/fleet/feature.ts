import type { Feature } from "../../command/definition.js";
import { HUB_COMMANDS } from "./hub/commands.js";
import { MEMBERSHIP_COMMANDS } from "./membership/commands.js";
import { NODE_COMMANDS } from "./nodes/commands.js";
import { ROLLOUT_COMMANDS } from "./rollouts/commands.js";

/** Many routers from one place: the hub and the commands for it, and the service as a node of a fleet. */
export const fleet: Feature = {
  commands: {
    "Many routers:": [...HUB_COMMANDS, ...NODE_COMMANDS, ...ROLLOUT_COMMANDS],
    "The service as part of a fleet:": MEMBERSHIP_COMMANDS,
  },
  families: {
    fleet: { description: "Many routers, through their hub." },
    hub: { description: "The hub of a fleet.", alone: "run" },
  },
  settings: async () => (await import("@pilothouse/fleet/settings")).HUB_SETTINGS,
  serve: async (options) => {
    const { FleetNode } = await import("@pilothouse/fleet/node");
    const membership = new FleetNode(options);
    return { membership, carriers: [membership.carrier] };
  },
  checks: async () => [(await import("./doctor.js")).fleetCheck],
  files: async (dataDir) => (await import("@pilothouse/fleet")).hubFiles(dataDir),
  routers: async (...asked) => (await import("./complete-nodes.js")).nodesOf(...asked),
};
