import type { SettingPart } from "@pilothouse/protocol";
import { argument, type CommandDefinition, DRY_RUN, option, YES } from "../../command/definition.js";

const HISTORY = [
  option("--limit <count>", "how many changes to show, at most 500"),
  option("--before <id>", "only changes older than this one"),
  option("--compare <ids>", "what differs between two points: 3..7, or 3 for from there to now"),
];
const UNDO = [
  option("--to <id>", "go back to the state after this change: undo all later ones; 0 for all there are"),
  option("--force", "also where a value was changed again since"),
  DRY_RUN,
  YES,
];

interface Recorded {
  readonly what: string;
  readonly undone?: string;
  readonly interrupts?: string;
}

/** The record of a part of the router's settings, which is the same for all parts. */
const recordCommands = (
  family: string,
  part: SettingPart,
  { what, undone = what, interrupts = "" }: Recorded,
): readonly CommandDefinition[] => [
  {
    name: `${family} history`,
    description: `Print who changed ${what}, from what to what; newest first.`,
    options: HISTORY,
    notes: "An extension of Pilothouse: other servers keep no record. Secrets are not shown.",
    examples: [`pilothouse ${family} history`, `pilothouse ${family} history --compare 3..7`],
    load: async () => (await import("./history.js")).historyOf(part),
  },
  {
    name: `${family} undo`,
    description: `Put ${undone} back to what they were before a change.`,
    args: [argument("[id]", `the change, from \`${family} history\` (default: the last that is not undone)`)],
    options: UNDO,
    notes:
      `What differs is shown before it is done. Undoing is a change as well, and can be undone. ${interrupts}`.trimEnd(),
    examples: [
      `pilothouse ${family} undo`,
      `pilothouse ${family} undo 12 --dry-run`,
      `pilothouse ${family} undo --to 7 --yes`,
    ],
    load: async () => (await import("./history.js")).undoOf(part),
  },
];

export const ROUTER_SETTINGS_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "net get",
    description: "Print network settings.",
    args: [argument("[key...]", "which keys; default: all", "networkKey")],
    notes: async () => `Settings: ${(await import("../../remote/names.js")).NETWORK_NAMES.join(", ")}.`,
    examples: ["pilothouse net get", "pilothouse net get bw.in bw.out --json"],
    load: async () => (await import("./net.js")).netGet,
  },
  {
    name: "net set",
    description: "Write network settings, all of them or none.",
    args: [argument("<key=value...>", "settings and their new values", "networkAssignment")],
    options: [DRY_RUN],
    examples: ["pilothouse net set bw.in=2048 bw.share=60", "pilothouse net set --dry-run ntcp.port=12345"],
    load: async () => (await import("./net.js")).netSet,
  },
  ...recordCommands("net", "network", { what: "network settings" }),
  {
    name: "advanced list",
    description: "Print the whole configuration of the router.",
    examples: ["pilothouse advanced list > router.conf", "pilothouse advanced list --json"],
    load: async () => (await import("./advanced.js")).advancedList,
  },
  {
    name: "advanced get",
    description: "Print one setting of the router.",
    args: [argument("<name>", "name of the setting, as the router calls it")],
    examples: ["pilothouse advanced get i2np.upnp.enable"],
    load: async () => (await import("./advanced.js")).advancedGet,
  },
  {
    name: "advanced set",
    description: "Write settings of the router and keep the others.",
    args: [argument("<name=value...>", "settings and their new values")],
    options: [DRY_RUN],
    examples: ["pilothouse advanced set router.sharePercentage=80"],
    load: async () => (await import("./advanced.js")).advancedSet,
  },
  {
    name: "advanced edit",
    description: "Change the whole configuration in your editor.",
    options: [DRY_RUN, YES],
    notes: "Opens $VISUAL or $EDITOR, or vi. What differs is shown before it is written.",
    examples: ["pilothouse advanced edit", "EDITOR=nano pilothouse advanced edit -p attic"],
    load: async () => (await import("./advanced-edit.js")).advancedEdit,
  },
  {
    name: "advanced replace",
    description: "Replace the whole configuration by a file; what is not in it is removed.",
    args: [argument("<file>", 'lines "name=value" or a JSON object; "-" is standard input', "file")],
    options: [DRY_RUN, YES],
    notes: "What differs is shown, and it asks twice.",
    examples: [
      "pilothouse advanced replace router.conf --dry-run",
      "pilothouse advanced replace router.conf --yes",
    ],
    load: async () => (await import("./advanced.js")).advancedReplace,
  },
  ...recordCommands("advanced", "advanced", { what: "settings of the configuration" }),
];

export const TUNNEL_RECORD_COMMANDS = recordCommands("tunnel", "tunnels", {
  what: "tunnels",
  undone: "tunnels, with their addresses,",
  interrupts: "Routers such as i2pd are restarted for it.",
});

export const NAMES_RECORD_COMMANDS = recordCommands("names", "names", {
  what: "the address book",
  undone: "names and subscriptions",
  interrupts: "Routers such as i2pd are restarted for some of it.",
});
