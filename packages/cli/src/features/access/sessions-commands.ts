import type { CommandRow } from "../../command/command-row.js";

/** Sessions and tokens. The scopes are listed by what loads the tables, so that `--help` is quick. */
const scopes = async () => {
  const { SCOPES } = await import("@pilothouse/protocol");
  return Object.entries(SCOPES)
    .map(([scope, { says }]) => `${scope}: ${says}`)
    .join("\n");
};

const OWN = "An extension of Pilothouse: other servers do not have it.";

export const ACCESS_ROWS: readonly CommandRow[] = [
  {
    name: "sessions list",
    says: "Print who is logged in, since when, and when it was last used.",
    remote: true,
    notes: `Your own session is marked. ${OWN}`,
    examples: ["pilothouse sessions", "pilothouse sessions list --local --json"],
    load: async () => (await import("./sessions.js")).sessionsList,
  },
  {
    name: "sessions revoke",
    says: "End a session, or all but your own.",
    remote: true,
    args: [{ name: "[id]", says: "the session's id, from the list" }],
    options: [{ flags: "--others", says: "all but your own; with --local, all" }],
    examples: ["pilothouse sessions revoke k3J9x_0aPq2w", "pilothouse sessions revoke --others"],
    load: async () => (await import("./sessions.js")).sessionsRevoke,
  },
  {
    name: "sessions rename",
    says: "Give a session a name that you recognise.",
    remote: true,
    args: [
      { name: "<id>", says: "the session's id, from the list" },
      { name: "<name>", says: "its new name" },
    ],
    examples: ["pilothouse sessions rename k3J9x_0aPq2w 'Laptop at work'"],
    load: async () => (await import("./sessions.js")).sessionsRename,
  },
  {
    name: "token create",
    says: "Make a token for a program and print it, this once.",
    remote: true,
    options: [
      { flags: "--name <name>", says: "what it is called in the list and in the audit", required: true },
      { flags: "--scope <scope>", says: "what it may do", required: true, is: "scope" },
      { flags: "--expires <time>", says: "how long it lives", preset: "90d" },
    ],
    notes: async () =>
      `Scopes, each with all that stands above it:\n${await scopes()}\n\nThe program sends it as Token, or to /metrics as a bearer token; the commands here take it from
PILOTHOUSE_TOKEN. A change of the password revokes it, unless you use passwd --keep-tokens. ${OWN}`,
    examples: [
      "pilothouse token create --name grafana --scope read --expires 90d",
      "pilothouse token create --local --name prometheus --scope read > /etc/prometheus/pilothouse-token",
    ],
    load: async () => (await import("./token.js")).tokenCreate,
  },
  {
    name: "token list",
    says: "Print the tokens of programs, with their scope and last use.",
    remote: true,
    notes: OWN,
    examples: ["pilothouse token list", "pilothouse token list --json"],
    load: async () => (await import("./token.js")).tokenList,
  },
  {
    name: "token revoke",
    says: "End a program's token.",
    remote: true,
    args: [{ name: "<name>", says: "the token's name" }],
    notes: OWN,
    examples: ["pilothouse token revoke grafana"],
    load: async () => (await import("./token.js")).tokenRevoke,
  },
];
