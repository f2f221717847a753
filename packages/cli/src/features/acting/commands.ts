import { type CommandRow, type OptionRow, WAIT, YES } from "../../command/command-row.js";

const GRACEFUL: OptionRow = {
  flags: "-g, --graceful",
  says: "first let the tunnels of others run out, which takes up to ten minutes",
};

export const ACTING_ROWS: readonly CommandRow[] = [
  {
    name: "restart",
    says: "Restart the router.",
    remote: true,
    options: [GRACEFUL, ...WAIT],
    examples: ["pilothouse restart --graceful --wait", "pilothouse restart -w --timeout 2m --json"],
    load: async () => (await import("./lifecycle.js")).restart,
  },
  {
    name: "shutdown",
    says: "Stop the router.",
    remote: true,
    options: [GRACEFUL, ...WAIT, YES],
    notes: "The service outlives its router: pilothouse restart starts it again.",
    examples: ["pilothouse shutdown --graceful", "pilothouse shutdown --yes --wait"],
    load: async () => (await import("./lifecycle.js")).shutdown,
  },
  {
    name: "cancel",
    says: "Cancel a graceful restart or shutdown that is waiting.",
    remote: true,
    notes: "The router keeps running. i2pd can do this only while its own web console is on.",
    examples: ["pilothouse cancel"],
    load: async () => (await import("./cancel.js")).cancel,
  },
  {
    name: "reseed",
    says: "Let the router fetch addresses of other routers again (reseed).",
    remote: true,
    options: WAIT,
    examples: ["pilothouse reseed --wait"],
    load: async () => (await import("./reseed.js")).reseed,
  },
  {
    name: "update",
    says: "Install a signed update of the router, if there is one.",
    remote: true,
    options: [{ flags: "--check", says: "only look whether there is one" }],
    notes: "The final status is the server's own sentence.",
    examples: ["pilothouse update --check", "pilothouse update && pilothouse restart --graceful --wait"],
    load: async () => (await import("../updates/update.js")).update,
  },
];
