import { type CommandRow, JSON_OPTION } from "../../command/command-row.js";

export const SESSION_ROWS: readonly CommandRow[] = [
  {
    name: "login",
    says: "Make a router known under a name and keep a token for it.",
    remote: true,
    args: [{ name: "[url]", says: "its address; without one, log in to the profile again" }],
    options: [
      { flags: "--ca <file>", says: "certificate of the authority that vouches for it (PEM)", is: "file" },
      {
        flags: "--password-file <file>",
        says: 'file that holds the password; "-" is standard input',
        is: "file",
      },
      {
        flags: "--user <name>",
        says: "your account at a hub, which the profile keeps; '' for the hub's own password",
      },
      {
        flags: "--keep-password",
        says: "keep the password too, readable only by you, to log in again automatically",
      },
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
    says: "Give the token back and forget it.",
    remote: true,
    examples: ["pilothouse logout", "pilothouse logout -p attic"],
    load: async () => (await import("./logout.js")).logout,
  },
  {
    name: "passwd",
    says: "Change the password of a service; all its tokens are revoked.",
    remote: true,
    settings: "data_dir",
    options: [{ flags: "--keep-tokens", says: "end sessions only; tokens of programs stay valid" }],
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
    says: "Print the known routers; the current one is marked.",
    options: [JSON_OPTION],
    examples: ["pilothouse profiles", "pilothouse profiles list --json"],
    load: async () => (await import("./profiles.js")).profilesList,
  },
  {
    name: "profiles use",
    says: "Choose the router that is meant when none is named.",
    args: [{ name: "<name>", says: "profile", is: "profile" }],
    options: [JSON_OPTION],
    examples: ["pilothouse profiles use attic"],
    load: async () => (await import("./profiles.js")).profilesUse,
  },
  {
    name: "profiles remove",
    says: "Forget a router and its token.",
    args: [{ name: "<name>", says: "profile", is: "profile" }],
    options: [JSON_OPTION],
    examples: ["pilothouse profiles remove attic"],
    load: async () => (await import("./profiles.js")).profilesRemove,
  },
  {
    name: "profiles rename",
    says: "Call a router by another name.",
    args: [
      { name: "<name>", says: "profile", is: "profile" },
      { name: "<new-name>", says: "its new name" },
    ],
    options: [JSON_OPTION],
    examples: ["pilothouse profiles rename 127.0.0.1 home"],
    load: async () => (await import("./profiles.js")).profilesRename,
  },
];
