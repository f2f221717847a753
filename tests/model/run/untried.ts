import { methodDefinition } from "@pilothouse/protocol";

const DEVICES = "wants a key of the browser: tests/blackbox/access/devices.test.ts";
const DOWNLOAD = "the same files, for a browser: packages/server/src/features/backup";
const UPLOAD = "restarts the service: tests/backup/restarted.test.ts; the model restores by the command";

/** Methods that no command of the model sends, each with why. */
export const UNTRIED_METHODS: { readonly [method: string]: string } = {
  "pilothouse.challenge": DEVICES,
  "pilothouse.signIn": DEVICES,
  "pilothouse.backupPart": DOWNLOAD,
  "pilothouse.restoreUpload": UPLOAD,
  "pilothouse.restorePart": UPLOAD,
  "pilothouse.restoreCheck": UPLOAD,
  "pilothouse.restore": UPLOAD,
};

/** What the commands give of the many options of a tunnel. */
const OPTIONS = [
  ...["Action", "Name", "All", "NewName", "Type", "Description", "Port", "TargetPort", "TargetDestination"],
  ...["TunnelLength", "TunnelQuantity"],
];
const OTHER_OPTIONS = Object.fromEntries(
  Object.keys((methodDefinition("TunnelManager") as { readonly params: object }).params)
    .filter((name) => !OPTIONS.includes(name))
    .map((name) => [
      `TunnelManager ${name}`,
      "an option like the others: packages/server/src/features/tunnels",
    ]),
);

/** Parameters and actions of the interface that no command of the model sends, each with why. */
export const UNTRIED: { readonly [parameter: string]: string } = {
  ...OTHER_OPTIONS,
  "AddressBook SetConfig": "of the proposal, and always refused: packages/server/src/features/addressbook",
  "AdvancedSettings IfRevision": "wants an earlier answer: packages/server/src/features/router-settings",
  "pilothouse.settings ifRevision": "wants an earlier answer: tests/console/meanwhile.test.ts",
  "pilothouse.apply tunnels":
    "restarts the router: packages/server/src/features/apply/template-tunnels.test.ts",
  "pilothouse.traffic preview": "changes nothing: packages/server/src/features/traffic/budget",
  "Authenticate Device": DEVICES,
  "pilothouse.logout device": DEVICES,
  "Authenticate User": "only a hub has accounts: commands/hub logs in with them",
  "pilothouse.logout after":
    "a page that is closed ends its session later: packages/server/src/auth/sessions",
  "pilothouse.logs after": "wants an earlier answer: packages/server/src/logs follows a log",
  "pilothouse.backup password": DOWNLOAD,
  "pilothouse.backupPart file": DOWNLOAD,
  "pilothouse.backupPart from": DOWNLOAD,
  "pilothouse.restoreUpload password": UPLOAD,
  "pilothouse.restoreUpload bytes": UPLOAD,
  "pilothouse.restorePart file": UPLOAD,
  "pilothouse.restorePart from": UPLOAD,
  "pilothouse.restorePart part": UPLOAD,
  "pilothouse.restoreCheck file": UPLOAD,
  "pilothouse.restoreCheck passphrase": UPLOAD,
  "pilothouse.restore file": UPLOAD,
  "pilothouse.restore password": UPLOAD,
  "pilothouse.restore cancel": UPLOAD,
  "pilothouse.backup passphrase": "the same files, encrypted: packages/server/src/features/backup",
};
