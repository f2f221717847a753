import { readFileSync } from "node:fs";
import { homedir, hostname, userInfo } from "node:os";
import { settingsOf } from "@pilothouse/drivers/i2pd";
import type { Environment, Settings } from "@pilothouse/server/settings";
import { orNone, type Situation } from "../doctor/situation.js";
import { loadSession } from "../kept-session.js";
import { loadProfiles } from "../profiles.js";
import type { Private } from "./redaction.js";

/** Everything that this machine knows of itself and of its user and must not be in a report. */
export function privateHere(env: Environment, situation: Situation | undefined): Private {
  const settings = situation?.settings;
  const profiles = orNone(() => loadProfiles(env).known) ?? new Map();
  const me = orNone(() => userInfo());
  const name = hostname();
  return {
    secrets: there([
      ...["PILOTHOUSE_PASSWORD", "I2PCONTROL_PASSWORD", "PILOTHOUSE_TOKEN"].map((variable) => env[variable]),
      ...[...profiles.keys()].flatMap((profile) => {
        const kept = orNone(() => loadSession(env, profile));
        return [kept?.token, kept?.password];
      }),
      ...(settings === undefined ? [] : secretFiles(settings)),
      ...inI2pdConf(situation),
    ]),
    hosts: there([
      name,
      name.split(".")[0],
      ...[env["PILOTHOUSE_URL"], env["I2PCONTROL_URL"]].map(hostOf),
      ...[...profiles.values()].map(({ url }) => hostOf(url)),
      ...(settings === undefined ? [] : hostsIn(settings)),
    ]),
    users: there([
      me?.username,
      ...["USER", "LOGNAME", "SUDO_USER"].map((variable) => env[variable]),
      settings?.["upstream.console_user"],
    ]),
    homes: there([env["HOME"], homedir(), me?.homedir]),
  };
}

const there = (texts: readonly (string | undefined)[]): string[] => texts.filter((one) => one !== undefined);

const secretFiles = (settings: Settings): (string | undefined)[] =>
  (["auth.password_file", "upstream.password_file", "upstream.console_password_file"] as const).map(
    (name) => {
      const file = settings[name];
      return file === undefined ? undefined : orNone(() => readFileSync(file, "utf8").replace(/\r?\n$/, ""));
    },
  );

const hostsIn = (settings: Settings): (string | undefined)[] => [
  settings.host,
  ...settings["http.allowed_hosts"],
  ...settings["http.trust_proxy"],
  hostOf(settings["upstream.url"]),
  hostOf(settings["update.feed"]),
];

const hostOf = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : orNone(() => new URL(url).hostname);

/** i2pd has passwords and users for its control service, its console and its proxies. */
const inI2pdConf = (situation: Situation | undefined): string[] => {
  const file = situation?.i2pd?.config;
  const text = file === undefined ? undefined : orNone(() => readFileSync(file, "utf8"));
  return [...settingsOf(text ?? "")].flatMap(([name, value]) =>
    /pass|user|secret/.test(name) ? [value] : [],
  );
};
