import { argument, type CommandDefinition, DRY_RUN, option, YES } from "../../command/definition.js";

const CODE = () => import("./names.js");
const NAME = argument("<name>", "such as example.i2p");

export const NAMES_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "names list",
    description: "Print names of the router's address book.",
    args: [argument("[text]", "only names that hold this text")],
    options: [
      option("--limit <count>", "how many to show, at most 1,000"),
      option("--after <name>", "only names after this one"),
    ],
    examples: ["pilothouse names list", "pilothouse names list forum --json"],
    load: async () => (await CODE()).namesList,
  },
  {
    name: "names lookup",
    description: "Print where a name or a .b32.i2p address leads to, as the router resolves it.",
    args: [NAME],
    examples: ["pilothouse names lookup stats.i2p"],
    load: async () => (await CODE()).namesLookup,
  },
  {
    name: "names add",
    description: "Add a name to the address book.",
    args: [NAME, argument("<destination>", "a whole destination in I2P's Base64, or - for standard input")],
    options: [DRY_RUN, YES],
    notes:
      "It is only said to be added when the router resolves it. A router that takes names only when it starts is restarted; you are asked first.",
    examples: ["pilothouse names add example.i2p -"],
    load: async () => (await CODE()).namesAdd,
  },
  {
    name: "names remove",
    description: "Remove names from the address book, with one restart of the router if it needs one.",
    args: [argument("<name...>", "the names")],
    options: [DRY_RUN, YES],
    examples: ["pilothouse names remove example.i2p"],
    load: async () => (await CODE()).namesRemove,
  },
  {
    name: "names subscriptions",
    description: "Print where the router gets names from, or replace that by other addresses.",
    args: [argument("[url...]", "all addresses from now on, such as http://reg.i2p/hosts.txt")],
    options: [DRY_RUN, YES],
    examples: ["pilothouse names subscriptions", "pilothouse names subscriptions http://reg.i2p/hosts.txt"],
    load: async () => (await CODE()).namesSubscriptions,
  },
];
