import type { CommandDefinition } from "../../command/definition.js";

export const UPDATE_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "update",
    description: "Install a signed update of the router, if there is one.",
    remote: true,
    options: [{ flags: "--check", description: "only look whether there is one" }],
    notes: "The final status is the server's own sentence.",
    examples: ["pilothouse update --check", "pilothouse update && pilothouse restart --graceful --wait"],
    load: async () => (await import("./update.js")).update,
  },
];

export const FEED_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "feed keygen",
    description: "Make a pair of keys; the public one is printed.",
    options: [
      {
        flags: "--out <file>",
        description: "where the private key goes",
        preset: "feed-key.pem",
        is: "file",
      },
    ],
    examples: ["pilothouse feed keygen --out feed-key.pem"],
    load: async () => (await import("./feed.js")).keygen,
  },
  {
    name: "feed sign",
    description: "Write a feed that offers FILE.",
    args: [{ name: "<file>", description: "the file to offer", is: "file" }],
    options: [
      { flags: "--release <version>", description: "the version that FILE is", required: true },
      { flags: "--product <kind>", description: "the kind of router that FILE is", preset: "i2pd" },
      {
        flags: "--arch <name>",
        description: "what FILE runs on: amd64, arm64, …, or any (default: this machine's)",
      },
      { flags: "--expires <time>", description: "how long the offer holds", preset: "90d" },
      { flags: "--key <file>", description: "private key", preset: "feed-key.pem", is: "file" },
      { flags: "--out <dir>", description: "directory of the feed", preset: "feed", is: "file" },
    ],
    examples: ["pilothouse feed sign i2pd --release 2.59.0 --key feed-key.pem --out /srv/feed"],
    load: async () => (await import("./feed.js")).sign,
  },
];
