import type { Clock } from "@pilothouse/drivers/port";
import { SettingsError } from "@pilothouse/system";
import type { Settings } from "../../settings/table.js";
import type { Channel } from "./channel.js";
import { email } from "./email.js";
import { ntfy } from "./ntfy.js";
import { webhook } from "./webhook.js";

/** The channels that are set up; this sends nothing. Throws `SettingsError` where a part of one is missing. */
export function channelsOf(settings: Settings, clock: Clock): readonly Channel[] {
  const url = settings["notify.webhook"];
  const topic = settings["notify.ntfy"];
  return [
    ...(url === undefined
      ? []
      : [webhook({ url, keyFile: settings["notify.webhook_key_file"], now: () => clock.now() })]),
    ...(topic === undefined ? [] : [ntfy({ url: topic, tokenFile: settings["notify.ntfy_token_file"] })]),
    ...emailOf(settings),
  ];
}

function emailOf(settings: Settings): readonly Channel[] {
  const { "notify.email_to": to, "notify.email_server": server } = settings;
  if (to.length === 0) return [];
  if (server === undefined)
    throw new SettingsError(
      "notify.email_to wants notify.email_server too: smtp://host:587 or smtps://host:465",
    );
  const user = settings["notify.email_user"];
  const passwordFile = settings["notify.email_password_file"];
  if ((user === undefined) !== (passwordFile === undefined))
    throw new SettingsError(
      "notify.email_user and notify.email_password_file go together; one of them is missing",
    );
  return [email({ server, user, passwordFile, from: settings["notify.email_from"] ?? to[0] ?? "", to })];
}
