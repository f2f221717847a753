import {
  argument,
  type CommandDefinition,
  DRY_RUN,
  type OptionDefinition,
  option,
  YES,
} from "../../command/definition.js";

const HISTORY: readonly OptionDefinition[] = [
  option("--limit <count>", "how many changes to show, at most 500"),
  option("--before <id>", "only changes older than this one"),
  option("--compare <ids>", "what differs between two points: 3..7, or 3 for from there to now"),
];
const UNDO: readonly OptionDefinition[] = [
  option("--to <id>", "go back to the state after this change: undo all later ones; 0 for all there are"),
  option("--force", "also where a value was changed again since"),
  DRY_RUN,
  YES,
];

export const ROUTER_SETTINGS_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "net get",
    description: "Print network settings.",
    remote: true,
    args: [argument("[key...]", "which keys; default: all", "networkKey")],
    notes: async () => `Settings: ${(await import("../../remote/names.js")).NETWORK_NAMES.join(", ")}.`,
    examples: ["pilothouse net get", "pilothouse net get bw.in bw.out --json"],
    load: async () => (await import("./net.js")).netGet,
  },
  {
    name: "net set",
    description: "Write network settings, all of them or none.",
    remote: true,
    args: [argument("<key=value...>", "settings and their new values", "networkAssignment")],
    options: [DRY_RUN],
    examples: ["pilothouse net set bw.in=2048 bw.share=60", "pilothouse net set --dry-run ntcp.port=12345"],
    load: async () => (await import("./net.js")).netSet,
  },
  {
    name: "net history",
    description: "Print who changed network settings, from what to what; newest first.",
    remote: true,
    options: HISTORY,
    notes: "An extension of Pilothouse: other servers keep no record. Secrets are not shown.",
    examples: ["pilothouse net history", "pilothouse net history --compare 3..7"],
    load: async () => (await import("./history.js")).netHistory,
  },
  {
    name: "net undo",
    description: "Put network settings back to what they were before a change.",
    remote: true,
    args: [argument("[id]", "the change, from `net history` (default: the last that is not undone)")],
    options: UNDO,
    notes: "What differs is shown before it is written. Undoing is a change as well, and can be undone.",
    examples: ["pilothouse net undo", "pilothouse net undo 12 --dry-run", "pilothouse net undo --to 7 --yes"],
    load: async () => (await import("./history.js")).netUndo,
  },
  {
    name: "advanced list",
    description: "Print the whole configuration of the router.",
    remote: true,
    examples: ["pilothouse advanced list > router.conf", "pilothouse advanced list --json"],
    load: async () => (await import("./advanced.js")).advancedList,
  },
  {
    name: "advanced get",
    description: "Print one setting of the router.",
    remote: true,
    args: [argument("<name>", "name of the setting, as the router calls it")],
    examples: ["pilothouse advanced get i2np.upnp.enable"],
    load: async () => (await import("./advanced.js")).advancedGet,
  },
  {
    name: "advanced set",
    description: "Write settings of the router and keep the others.",
    remote: true,
    args: [argument("<name=value...>", "settings and their new values")],
    options: [DRY_RUN],
    examples: ["pilothouse advanced set router.sharePercentage=80"],
    load: async () => (await import("./advanced.js")).advancedSet,
  },
  {
    name: "advanced edit",
    description: "Change the whole configuration in your editor.",
    remote: true,
    options: [DRY_RUN, YES],
    notes: "Opens $VISUAL or $EDITOR, or vi. What differs is shown before it is written.",
    examples: ["pilothouse advanced edit", "EDITOR=nano pilothouse advanced edit -p attic"],
    load: async () => (await import("./advanced-edit.js")).advancedEdit,
  },
  {
    name: "advanced replace",
    description: "Replace the whole configuration by a file; what is not in it is removed.",
    remote: true,
    args: [argument("<file>", 'lines "name=value" or a JSON object; "-" is standard input', "file")],
    options: [DRY_RUN, YES],
    notes: "What differs is shown, and it asks twice.",
    examples: [
      "pilothouse advanced replace router.conf --dry-run",
      "pilothouse advanced replace router.conf --yes",
    ],
    load: async () => (await import("./advanced.js")).advancedReplace,
  },
  {
    name: "advanced history",
    description: "Print who changed settings of the configuration, from what to what; newest first.",
    remote: true,
    options: HISTORY,
    notes: "An extension of Pilothouse: other servers keep no record. Secrets are not shown.",
    examples: ["pilothouse advanced history", "pilothouse advanced history --compare 3..7"],
    load: async () => (await import("./history.js")).advancedHistory,
  },
  {
    name: "advanced undo",
    description: "Put settings of the configuration back to what they were before a change.",
    remote: true,
    args: [argument("[id]", "the change, from `advanced history` (default: the last that is not undone)")],
    options: UNDO,
    notes: "What differs is shown before it is written. Undoing is a change as well, and can be undone.",
    examples: [
      "pilothouse advanced undo",
      "pilothouse advanced undo 12 --dry-run",
      "pilothouse advanced undo --to 7 --yes",
    ],
    load: async () => (await import("./history.js")).advancedUndo,
  },
];

/** The record of tunnels is the same as that of settings. */
export const TUNNEL_RECORD_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "tunnel history",
    description: "Print who changed tunnels, from what to what; newest first.",
    remote: true,
    options: HISTORY,
    examples: ["pilothouse tunnel history"],
    load: async () => (await import("./history.js")).tunnelHistory,
  },
  {
    name: "tunnel undo",
    description: "Put tunnels back to what they were before a change; their addresses too.",
    remote: true,
    args: [argument("[id]", "the change, from `tunnel history` (default: the last that is not undone)")],
    options: UNDO,
    notes: "What differs is shown before it is done. Routers such as i2pd are restarted for it.",
    examples: ["pilothouse tunnel undo", "pilothouse tunnel undo 12 --dry-run"],
    load: async () => (await import("./history.js")).tunnelUndo,
  },
];

/** So is that of names. */
export const NAMES_RECORD_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "names history",
    description: "Print who changed the address book, from what to what; newest first.",
    remote: true,
    options: HISTORY,
    examples: ["pilothouse names history"],
    load: async () => (await import("./history.js")).namesHistory,
  },
  {
    name: "names undo",
    description: "Put names and subscriptions back to what they were before a change.",
    remote: true,
    args: [argument("[id]", "the change, from `names history` (default: the last that is not undone)")],
    options: UNDO,
    notes: "What differs is shown before it is done. Routers such as i2pd are restarted for some of it.",
    examples: ["pilothouse names undo", "pilothouse names undo 12 --dry-run"],
    load: async () => (await import("./history.js")).namesUndo,
  },
];
