import type { CommandDefinition } from "../../../command/definition.js";

/** Running a hub. */
export const HUB_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "hub run",
    description: "Run the hub of a fleet until SIGTERM; SIGHUP reloads.",
    local: true,
    settings: "all",
    reloads: true,
    notes: `By default it starts a nats-server of its own (Debian's package), to which nodes connect on
hub.bus_port. Give it another data directory and other ports than a service on the same machine has.`,
    examples: [
      "pilothouse hub",
      "PILOTHOUSE_PASSWORD_FILE=/run/secrets/hub pilothouse hub --data-dir /var/lib/pilothouse-hub --host 0.0.0.0",
    ],
    load: async () => (await import("./hub.js")).hub,
  },
  {
    name: "hub nats-config",
    description:
      "Print what existing NATS servers must be configured with to be the bus of this hub's fleet.",
    local: true,
    settings: "data_dir",
    notes: `Put it into the configuration of each server, with TLS, and start the hub with hub.bus set to their
addresses. It holds no private keys. The fleet's keys are made in the data directory if there are none yet.`,
    examples: [
      "pilothouse hub nats-config --data-dir /var/lib/pilothouse-hub > fleet.conf",
      "pilothouse hub --hub-bus tls://nats-a.example:4222,tls://nats-b.example:4222",
    ],
    load: async () => (await import("./nats-config.js")).printNatsConfig,
  },
];
