import { homedir, hostname, userInfo } from "node:os";
import { type Environment, orNone, type Private, type SettingDefinition, textAt } from "@pilothouse/system";
import { type Settings, type SettingsTable, valueIn } from "./table.js";

/** What this machine and the settings of its service reveal about their owner, and must be kept from others. */
export function privateOf(
  env: Environment,
  given: { readonly table: SettingsTable; readonly settings: Settings } | undefined,
): Private {
  const hidden = (what: SettingDefinition["redact"]) =>
    given === undefined ? [] : textsThatHide(what, given);
  const me = orNone(() => userInfo());
  const name = hostname();
  return {
    secrets: there([
      ...hidden("password").map((file) => orNone(() => textAt(file)?.replace(/\r?\n$/, ""))),
      ...hidden("secret url").map((url) => orNone(() => pathOf(new URL(url)))),
    ]),
    hosts: there([
      ...[name, name.split(".")[0], ...hidden("host")],
      ...[...hidden("host of url"), ...hidden("secret url")].map(hostOf),
    ]),
    users: there([
      me?.username,
      ...["USER", "LOGNAME", "SUDO_USER"].map((variable) => env[variable]),
      ...hidden("user"),
    ]),
    homes: there([env["HOME"], homedir(), me?.homedir]),
  };
}

export const there = (texts: readonly (string | undefined)[]): string[] =>
  texts.filter((one) => one !== undefined);

export const hostOf = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : orNone(() => new URL(url).hostname);

/** Without the slash that every address has. */
const pathOf = ({ pathname, search }: URL): string | undefined =>
  `${pathname}${search}`.slice(1) || undefined;

/** The values, one by one, of the settings that have something to hide. */
const textsThatHide = (
  what: SettingDefinition["redact"],
  { settings, table }: { readonly settings: Settings; readonly table: SettingsTable },
): string[] =>
  [...table].flatMap(([name, { redact }]) =>
    redact === what ? [valueIn(settings, name)].flat().filter((one) => typeof one === "string") : [],
  );
