import {
  FINDING_KEYS,
  FLEET_FINDING_KEYS,
  findingDefinition,
  fleetFindingDefinition,
  reason,
} from "@pilothouse/protocol";
import {
  duration,
  mailAddress,
  mailAddresses,
  mailServer,
  path,
  type SettingDefinitions,
  text,
  textsThat,
  type ValuesOf,
  webAddress,
} from "@pilothouse/system";
import type { SecretDefinition } from "../secret-definition.js";

/** The findings that can be notified, of a service or of a hub. */
const RULE_KEYS: readonly string[] = [
  ...FINDING_KEYS.filter((key) => findingDefinition(key).notify !== undefined),
  ...FLEET_FINDING_KEYS.filter((key) => fleetFindingDefinition(key).notify !== undefined),
];

const rules = textsThat(reason("wants.rules", { names: RULE_KEYS.join(", ") }), (key) =>
  RULE_KEYS.includes(key),
);

/** Where notifications go, and which. */
export const NOTIFY_SETTINGS = {
  "notify.webhook": {
    type: webAddress,
    description: "Address that notifications are posted to as JSON.",
    redact: "secret url",
    live: "rpc",
  },
  "notify.webhook_key_file": {
    type: path,
    description: "File that holds the key that they are signed with (HMAC-SHA256).",
    redact: "password",
    live: true,
  },
  "notify.ntfy": {
    type: webAddress,
    description: "Address of a topic of ntfy that notifications are published to.",
    redact: "secret url",
    live: "rpc",
  },
  "notify.ntfy_token_file": {
    type: path,
    description: "File that holds the access token for it, if required.",
    redact: "password",
    live: true,
  },
  "notify.email_to": {
    type: mailAddresses,
    default: [],
    description: "E-mail addresses that notifications are sent to.",
    redact: "user",
    live: "rpc",
  },
  "notify.email_from": {
    type: mailAddress,
    description: "E-mail address that they come from; default: the first of notify.email_to.",
    redact: "user",
    live: "rpc",
  },
  "notify.email_server": {
    type: mailServer,
    description:
      "Mail server that takes them. With a password, TLS is required unless it is on this machine.",
    redact: "host of url",
    live: "rpc",
  },
  "notify.email_user": {
    type: text,
    description: "User name for the mail server.",
    redact: "user",
    live: "rpc",
  },
  "notify.email_password_file": {
    type: path,
    description: "File that holds the password for it.",
    redact: "password",
    live: true,
  },
  "notify.off": {
    type: rules,
    default: [],
    description: "Findings without notifications, such as update.available.",
    live: "rpc",
  },
  "notify.pause": {
    type: duration,
    default: 3_600_000,
    description: "No second notification of the same finding within this time.",
    live: "rpc",
  },
} as const satisfies SettingDefinitions;

export type NotifySettings = ValuesOf<typeof NOTIFY_SETTINGS>;

/** Secrets that can be set by RPC. */
export const NOTIFY_SECRETS = {
  "notify.webhook_key": { file: "notify.webhook_key_file", sentTo: "notify.webhook" },
  "notify.ntfy_token": { file: "notify.ntfy_token_file", sentTo: "notify.ntfy" },
  "notify.email_password": { file: "notify.email_password_file", sentTo: "notify.email_server" },
} as const satisfies { readonly [name: string]: SecretDefinition<keyof typeof NOTIFY_SETTINGS> };
export type SecretName = keyof typeof NOTIFY_SECRETS;
