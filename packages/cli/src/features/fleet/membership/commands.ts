import { argument, type CommandDefinition, JSON_OPTION, option } from "../../../command/definition.js";

export const MEMBERSHIP_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "join",
    description:
      "Let the service on this machine join a fleet, with the token that pilothouse fleet invite prints.",
    local: true,
    args: [argument("<token>", 'the token, "ph1_…"; "-" reads it from standard input')],
    settings: "data_dir",
    options: [option("--name <name>", "its name in the fleet (default: the host's name)"), JSON_OPTION],
    notes: `It talks to the running service by the socket in the data directory, so it must be run by the owner of that
directory or root. It can be repeated after a failure: the token is used up when joining has succeeded. If the
invitation says so, the service waits until somebody at the hub accepts it by the fingerprint that is printed. The
setting fleet.allow limits what the fleet may do here.`,
    examples: ["pilothouse join ph1_…", "pilothouse join ph1_… --name ams-1 --data-dir /var/lib/pilothouse"],
    load: async () => (await import("./join.js")).join,
  },
  {
    name: "leave",
    description: "Let the service on this machine leave its fleet.",
    local: true,
    settings: "data_dir",
    options: [JSON_OPTION],
    notes: `It works without the hub, and while the service is stopped. If the hub can be reached, the node
disappears there; otherwise remove it there with pilothouse fleet remove.`,
    examples: ["pilothouse leave", "pilothouse leave --data-dir /var/lib/pilothouse"],
    load: async () => (await import("./leave.js")).leave,
  },
  {
    name: "membership",
    description: "Print which fleet the service on this machine belongs to, and whether it is connected.",
    local: true,
    settings: "data_dir",
    options: [JSON_OPTION],
    examples: ["pilothouse membership", "pilothouse membership --json"],
    load: async () => (await import("./membership.js")).membership,
  },
];
