import { argument, type CommandDefinition, option } from "../../command/definition.js";

export const UPDATE_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "update",
    description: "Install a signed update of the router, if there is one.",
    options: [option("--check", "only look whether there is one")],
    notes: "The final status is the server's own sentence.",
    examples: ["pilothouse update --check", "pilothouse update && pilothouse restart --graceful --wait"],
    load: async () => (await import("./update.js")).update,
  },
];

export const FEED_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "feed keygen",
    description: "Make a pair of keys; the public one is printed.",
    local: true,
    options: [option("--out <file>", "where the private key goes", { preset: "feed-key.pem", is: "file" })],
    examples: ["pilothouse feed keygen --out feed-key.pem"],
    load: async () => (await import("./feed.js")).keygen,
  },
  {
    name: "feed sign",
    description: "Write a feed that offers FILE.",
    local: true,
    args: [argument("<file>", "the file to offer", "file")],
    options: [
      option("--release <version>", "the version that FILE is", { required: true }),
      option("--product <kind>", "the kind of router that FILE is", { preset: "i2pd" }),
      option("--arch <name>", "what FILE runs on: amd64, arm64, …, or any (default: this machine's)"),
      option("--expires <time>", "how long the offer holds", { preset: "90d" }),
      option("--key <file>", "private key", { preset: "feed-key.pem", is: "file" }),
      option("--out <dir>", "directory of the feed", { preset: "feed", is: "file" }),
    ],
    examples: ["pilothouse feed sign i2pd --release 2.59.0 --key feed-key.pem --out /srv/feed"],
    load: async () => (await import("./feed.js")).sign,
  },
];
