import { argument, type CommandDefinition, JSON_OPTION, option } from "../../command/definition.js";

export const LOGIN_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "login",
    description: "Make a router known under a name and keep a token for it.",
    args: [argument("[url]", "its address; without one, log in to the profile again")],
    options: [
      option("--ca <file>", "certificate of the authority that vouches for it (PEM)", { is: "file" }),
      option("--password-file <file>", 'file that holds the password; "-" is standard input', { is: "file" }),
      option(
        "--user <name>",
        "your account at a hub, which the profile keeps; '' for the hub's own password",
      ),
      option("--keep-password", "keep the password too, readable only by you, to log in again automatically"),
    ],
    notes: `An unknown certificate is shown and asked about once; afterwards no other is accepted. The factory
password leads straight to its change. The login becomes the current profile, named for the host unless
--profile names it.`,
    examples: [
      "pilothouse login https://127.0.0.1:7650/",
      "pilothouse login http://127.0.0.1:7657/jsonrpc/ --profile java",
      "PILOTHOUSE_PASSWORD_FILE=/run/secrets/router pilothouse login router.lan --fingerprint AB:CD:… --no-input",
    ],
    load: async () => (await import("./login.js")).login,
  },
  {
    name: "logout",
    description: "Give the token back and forget it.",
    examples: ["pilothouse logout", "pilothouse logout -p attic"],
    load: async () => (await import("./logout.js")).logout,
  },
  {
    name: "passwd",
    description: "Change the password of a service; all its tokens are revoked.",
    settings: "data_dir",
    options: [option("--keep-tokens", "end sessions only; tokens of programs stay valid")],
    notes: `Without any profile or address, or with --local, the service on this machine is meant, whether it
runs or not; the old password is not asked for. A service must have run in the data directory before: for its first
start, auth.password_file (PILOTHOUSE_PASSWORD_FILE) gives the password. The new password is asked for twice, or is
the first line of standard input.`,
    examples: [
      "pilothouse passwd",
      "pilothouse passwd --local",
      "printf '%s\\n' \"$SECRET\" | sudo pilothouse passwd --data-dir /var/lib/pilothouse",
    ],
    load: async () => (await import("./passwd.js")).passwd,
  },
  {
    name: "profiles list",
    description: "Print the known routers; the current one is marked.",
    local: true,
    options: [JSON_OPTION],
    examples: ["pilothouse profiles", "pilothouse profiles list --json"],
    load: async () => (await import("./profiles.js")).profilesList,
  },
  {
    name: "profiles use",
    description: "Choose the router that is meant when none is named.",
    local: true,
    args: [argument("<name>", "profile", "profile")],
    options: [JSON_OPTION],
    examples: ["pilothouse profiles use attic"],
    load: async () => (await import("./profiles.js")).profilesUse,
  },
  {
    name: "profiles remove",
    description: "Forget a router and its token.",
    local: true,
    args: [argument("<name>", "profile", "profile")],
    options: [JSON_OPTION],
    examples: ["pilothouse profiles remove attic"],
    load: async () => (await import("./profiles.js")).profilesRemove,
  },
  {
    name: "profiles rename",
    description: "Call a router by another name.",
    local: true,
    args: [argument("<name>", "profile", "profile"), argument("<new-name>", "its new name")],
    options: [JSON_OPTION],
    examples: ["pilothouse profiles rename 127.0.0.1 home"],
    load: async () => (await import("./profiles.js")).profilesRename,
  },
];

/** Sessions and tokens. The scopes are listed by what loads the tables, so that `--help` is quick. */
const scopes = async () => {
  const { SCOPES } = await import("@pilothouse/protocol");
  return Object.entries(SCOPES)
    .map(([scope, allows]) => `${scope}: ${allows}`)
    .join("\n");
};

const OWN = "An extension of Pilothouse: other servers do not have it.";

export const SESSION_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "sessions list",
    description: "Print who is logged in, since when, and when it was last used.",
    notes: `Your own session is marked. ${OWN}`,
    examples: ["pilothouse sessions", "pilothouse sessions list --local --json"],
    load: async () => (await import("./sessions.js")).sessionsList,
  },
  {
    name: "sessions revoke",
    description: "End a session, or all but your own.",
    args: [argument("[id]", "the session's id, from the list")],
    options: [option("--others", "all but your own; with --local, all")],
    examples: ["pilothouse sessions revoke k3J9x_0aPq2w", "pilothouse sessions revoke --others"],
    load: async () => (await import("./sessions.js")).sessionsRevoke,
  },
  {
    name: "sessions rename",
    description: "Give a session a name that you recognise.",
    args: [argument("<id>", "the session's id, from the list"), argument("<name>", "its new name")],
    examples: ["pilothouse sessions rename k3J9x_0aPq2w 'Laptop at work'"],
    load: async () => (await import("./sessions.js")).sessionsRename,
  },
  {
    name: "token create",
    description: "Make a token for a program and print it, this once.",
    options: [
      option("--name <name>", "what it is called in the list and in the audit", { required: true }),
      option("--scope <scope>", "what it may do", { required: true, is: "scope" }),
      option("--expires <time>", "how long it lives", { preset: "90d" }),
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
    description: "Print the tokens of programs, with their scope and last use.",
    notes: OWN,
    examples: ["pilothouse token list", "pilothouse token list --json"],
    load: async () => (await import("./token.js")).tokenList,
  },
  {
    name: "token revoke",
    description: "End a program's token.",
    args: [argument("<name>", "the token's name")],
    notes: OWN,
    examples: ["pilothouse token revoke grafana"],
    load: async () => (await import("./token.js")).tokenRevoke,
  },
];

export const AUDIT_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "audit",
    description: "Print who did what through the service, newest first.",
    options: [
      option("--limit <count>", "how many entries to show, at most 500"),
      option("--before <id>", "only entries older than this one"),
    ],
    notes: "An extension of Pilothouse: other servers have no audit.",
    examples: ["pilothouse audit", "pilothouse audit --limit 500 --json"],
    load: async () => (await import("./audit.js")).audit,
  },
];
