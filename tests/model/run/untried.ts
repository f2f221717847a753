const TUNNELS =
  "tunnels and names are not in the model yet: tests/i2pd/random-tunnels.test.ts tries them with kills";

const DEVICES = "wants a key of the browser: tests/blackbox/access/devices.test.ts";

/** Methods that no command of the model sends, each with why. */
export const UNTRIED_METHODS: { readonly [method: string]: string } = {
  TunnelManager: TUNNELS,
  "pilothouse.challenge": DEVICES,
  "pilothouse.signIn": DEVICES,
  "pilothouse.tunnels": TUNNELS,
  "pilothouse.tunnelKey": TUNNELS,
  AddressBook: TUNNELS,
  "pilothouse.names": TUNNELS,
};

/** Parameters and actions of the interface that no command of the model sends, each with why. */
export const UNTRIED: { readonly [parameter: string]: string } = {
  "AdvancedSettings IfRevision": "wants an earlier answer: packages/server/src/features/router-settings",
  "pilothouse.settings ifRevision": "wants an earlier answer: tests/console/meanwhile.test.ts",
  "Authenticate Device": DEVICES,
  "pilothouse.logout device": DEVICES,
  "Authenticate User": "only a hub has accounts: commands/hub logs in with them",
  "pilothouse.logout after":
    "a page that is closed ends its session later: packages/server/src/auth/sessions",
  "pilothouse.logs after": "wants an earlier answer: packages/server/src/logs follows a log",
  "pilothouse.backup passphrase": "the same files, encrypted: packages/server/src/features/backup",
};
