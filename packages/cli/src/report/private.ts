import { readFileSync } from "node:fs";
import { homedir, hostname, userInfo } from "node:os";
import { valueIn } from "@pilothouse/server/settings";
import { type Environment, orNone, type SettingRow } from "@pilothouse/system";
import type { Situation } from "../doctor/situation.js";
import { loadSession } from "../remote/kept-session.js";
import { loadProfiles } from "../remote/profiles.js";
import type { Private } from "./redaction.js";

/** Everything that this machine knows of itself and of its user and must not be in a report. */
export function privateHere(env: Environment, situation: Situation | undefined): Private {
  const hidden = (what: SettingRow["hides"]) =>
    situation === undefined ? [] : textsThatHide(what, situation);
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
      ...hidden("password").map((file) => orNone(() => readFileSync(file, "utf8").replace(/\r?\n$/, ""))),
      ...hidden("secret url").map((url) => orNone(() => pathOf(new URL(url)))),
      ...(situation?.driver.secrets?.(situation.settings) ?? []),
    ]),
    hosts: there([
      name,
      name.split(".")[0],
      ...[env["PILOTHOUSE_URL"], env["I2PCONTROL_URL"]].map(hostOf),
      ...[...profiles.values()].map(({ url }) => hostOf(url)),
      ...hidden("host"),
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

const there = (texts: readonly (string | undefined)[]): string[] => texts.filter((one) => one !== undefined);

/** The values, one by one, of the settings that have something to hide. */
const textsThatHide = (what: SettingRow["hides"], { settings, table }: Situation): string[] =>
  [...table].flatMap(([name, { hides }]) =>
    hides === what ? [valueIn(settings, name)].flat().filter((one) => typeof one === "string") : [],
  );

/** Without the slash that every address has. */
const pathOf = ({ pathname, search }: URL): string | undefined =>
  `${pathname}${search}`.slice(1) || undefined;

const hostOf = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : orNone(() => new URL(url).hostname);
