import { argument, type CommandDefinition, DRY_RUN, option, YES } from "../../../command/definition.js";

const LABEL = option(
  "--label <key=value...>",
  "only nodes with this label, such as site=ams; may be repeated",
);
const FILTER = option("--filter <text>", "only nodes with this in their names");
const NODES = argument("[nodes...]", "only these nodes; all unless labels say otherwise");

/** How careful a roll-out is. */
const CARE = [
  option("--rolling", "a few at a time, which is always so"),
  option("--max-parallel <count>", "the most nodes under way at once (default: 1)"),
  option(
    "--canary <count>",
    "this many nodes go first and must be healthy again before the others (default: 1)",
  ),
  option("--failure-budget <count>", "this many nodes may fail; one more stops the roll-out (default: 0)"),
  option(
    "--healthy-deadline <time>",
    "how long a node may take after its router's start until it is healthy (default: 10m)",
  ),
  option("--line-expiry <time>", "how long to wait for nodes that are offline (default: 1h)"),
  option(
    "--drain <time>",
    "how long the tunnels of others may run out before a restart (default: as long as they take)",
  ),
  option("--now", "restart at once, without letting the tunnels of others run out"),
];
/** When the hub counts a router as healthy. While settings are applied, each node decides that. */
const HEALTH = [
  option("--min-healthy <time>", "how long it must stay healthy (default: 5s)"),
  option(
    "--tunnel-share <percent>",
    "the share of its participating tunnels that it must have again (default: 50)",
  ),
];
const WAITING = [
  option("-w, --wait", "wait until it is over, and show how it goes"),
  option("--timeout <time>", "wait no longer than this, and then exit with 7"),
];
const rollouts = async () => import("./rollouts.js");
const templates = async () => import("./templates.js");
const ID = argument("<id>", "the roll-out");

/** What is done to many nodes, a few at a time. */
export const ROLLOUT_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "fleet restart",
    description: "Restart the routers of nodes, a few at a time.",
    args: [NODES],
    options: [LABEL, FILTER, ...CARE, ...HEALTH, ...WAITING, YES],
    notes: `Each router lets the tunnels of others run out, which takes up to ten minutes, and is done when it is
as reachable as before and its participating tunnels are back to a share of before. Nodes that are
offline wait in line. --wait ends when everything that can be done is done.`,
    examples: [
      "pilothouse fleet restart --label site=ams --rolling --max-parallel 2",
      "pilothouse fleet restart attic cellar --wait --yes",
    ],
    load: async () => (await rollouts()).fleetRollout("restart"),
  },
  {
    name: "fleet update",
    description: "Install updates on nodes that have one, and restart them, a few at a time.",
    args: [NODES],
    options: [LABEL, FILTER, ...CARE, ...HEALTH, ...WAITING, YES],
    examples: ["pilothouse fleet update --canary 3 --max-parallel 10 --failure-budget 2 --wait"],
    load: async () => (await rollouts()).fleetRollout("update"),
  },
  {
    name: "fleet apply",
    description: "Apply a fleet.toml: labels, and settings of the nodes, a few at a time.",
    args: [argument("<file>", 'the fleet.toml; "-" is standard input', "file")],
    options: [LABEL, FILTER, ...CARE, ...WAITING, DRY_RUN, YES],
    notes: `A node writes all of its settings or none, restarts its router if they need that, and puts the old
ones back if the router does not come back healthy: started, up for five seconds, without a network error.
With --dry-run nothing is written, and it exits with 3 when something would change.`,
    examples: [
      "pilothouse fleet apply fleet.toml --dry-run",
      "pilothouse fleet apply fleet.toml --max-parallel 5 --wait",
    ],
    load: async () => (await templates()).fleetApply,
  },
  {
    name: "fleet drift",
    description: "Print the nodes that are not as the applied fleet.toml wants them.",
    options: [LABEL, FILTER],
    notes: `Exits with 3 if there is one. What a node has is what it reports itself. It was changed on the node after it
applied the template, or has not applied it yet; \`pilothouse health\` counts only those that were changed and are online.`,
    examples: ["pilothouse fleet drift", "pilothouse fleet drift --label site=ams --json"],
    load: async () => (await templates()).fleetDrift,
  },
  {
    name: "fleet import",
    description: "Print what nodes have now as a fleet.toml.",
    options: [
      LABEL,
      FILTER,
      option("--advanced", "also the settings by the names that the routers give them"),
    ],
    notes:
      "Secrets are left out. What all nodes share becomes a group for the whole fleet; if only one of several nodes could be asked, its settings stay its own.",
    examples: ["pilothouse fleet import > fleet.toml"],
    load: async () => (await templates()).fleetImport,
  },
  {
    name: "fleet rollouts",
    description: "Print the roll-outs, or one of them and its nodes.",
    args: [argument("[id]", "the roll-out")],
    options: WAITING,
    examples: ["pilothouse fleet rollouts", "pilothouse fleet rollouts 3f9a01bc --wait"],
    load: async () => (await rollouts()).fleetRollouts,
  },
  {
    name: "fleet pause",
    description: "Let a roll-out start no more nodes until it is resumed.",
    args: [ID],
    examples: ["pilothouse fleet pause 3f9a01bc"],
    load: async () => (await rollouts()).fleetPause,
  },
  {
    name: "fleet resume",
    description: "Go on with a roll-out that is paused.",
    args: [ID],
    examples: ["pilothouse fleet resume 3f9a01bc"],
    load: async () => (await rollouts()).fleetResume,
  },
  {
    name: "fleet end",
    description: "End a roll-out; nodes that are being changed finish.",
    args: [ID],
    options: [YES],
    examples: ["pilothouse fleet end 3f9a01bc"],
    load: async () => (await rollouts()).fleetEnd,
  },
];
