import type { Clock } from "@pilothouse/drivers/port";
import { reason } from "@pilothouse/protocol";
import { SettingsError } from "@pilothouse/system";
import {
  NOTIFY_SECRETS,
  type NotifySettings,
  type SecretName,
} from "../../../settings/definitions/notify.js";
import { type Channel, type Secret, secretIn } from "./channel.js";
import { email } from "./email.js";
import { ntfy } from "./ntfy.js";
import { webhook } from "./webhook.js";

type SentTo = (typeof NOTIFY_SECRETS)[SecretName]["sentTo"];

/** What channels are made of. */
export interface ChannelSettings {
  readonly settings: NotifySettings;
  /** Those that were set while the service ran; a file that is set counts instead. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Where each setting comes from. Needed for sending; without it, no address counts as set at run time. */
  readonly sources?: { readonly [S in SentTo]: { readonly source: string } } | undefined;
}

/** The channels that are set up; this sends nothing. Throws `SettingsError` where a part of one is missing. */
export function channelsOf(given: ChannelSettings, clock: Clock): readonly Channel[] {
  const url = given.settings["notify.webhook"];
  const topic = given.settings["notify.ntfy"];
  return [
    ...(url === undefined
      ? []
      : [webhook({ url, key: secretOf("notify.webhook_key", given), now: () => clock.now() })]),
    ...(topic === undefined ? [] : [ntfy({ url: topic, token: secretOf("notify.ntfy_token", given) })]),
    ...emailOf(given),
  ];
}

function secretOf(name: SecretName, { settings, secrets, sources }: ChannelSettings): Secret | undefined {
  const { file: setting, sentTo } = NOTIFY_SECRETS[name];
  const file = settings[setting];
  if (file !== undefined) return sources?.[sentTo].source === "run time" ? refused(name) : secretIn(file);
  const secret = secrets.get(name);
  return secret === undefined ? undefined : () => secret;
}

/** A client could have set the address in order to get the secret. */
const refused = (name: SecretName) => (): never => {
  const { file, sentTo } = NOTIFY_SECRETS[name];
  throw new Error(`${file} is in the configuration and ${sentTo} is not: set ${sentTo} there too`);
};

function emailOf(given: ChannelSettings): readonly Channel[] {
  const { settings } = given;
  const { "notify.email_to": to, "notify.email_server": server } = settings;
  if (to.length === 0) return [];
  if (server === undefined) throw new SettingsError(reason("mail.noServer"));
  const user = settings["notify.email_user"];
  const password = secretOf("notify.email_password", given);
  if ((user === undefined) !== (password === undefined)) throw new SettingsError(reason("mail.half"));
  return [email({ server, user, password, from: settings["notify.email_from"] ?? to[0] ?? "", to })];
}
