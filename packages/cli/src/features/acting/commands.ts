import { type CommandDefinition, option, WAIT, YES } from "../../command/definition.js";

const GRACEFUL = option(
  "-g, --graceful",
  "first let the tunnels of others run out, which takes up to ten minutes",
);

export const ACTING_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "restart",
    description: "Restart the router.",
    options: [GRACEFUL, ...WAIT],
    examples: ["pilothouse restart --graceful --wait", "pilothouse restart -w --timeout 2m --json"],
    load: async () => (await import("./lifecycle.js")).restart,
  },
  {
    name: "shutdown",
    description: "Stop the router.",
    options: [GRACEFUL, ...WAIT, YES],
    notes: "The service outlives its router: pilothouse restart starts it again.",
    examples: ["pilothouse shutdown --graceful", "pilothouse shutdown --yes --wait"],
    load: async () => (await import("./lifecycle.js")).shutdown,
  },
  {
    name: "cancel",
    description: "Cancel a graceful restart or shutdown that is waiting.",
    notes: "The router keeps running. i2pd can do this only while its own web console is on.",
    examples: ["pilothouse cancel"],
    load: async () => (await import("./lifecycle.js")).cancel,
  },
  {
    name: "reseed",
    description: "Let the router fetch addresses of other routers again (reseed).",
    options: WAIT,
    examples: ["pilothouse reseed --wait"],
    load: async () => (await import("./reseed.js")).reseed,
  },
];
