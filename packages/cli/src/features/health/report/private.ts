import { hostOf, privateOf, there } from "@pilothouse/server/settings";
import { type Environment, orNone, type Private } from "@pilothouse/system";
import { loadSession } from "../../../remote/stored-session.js";
import { loadProfiles } from "../../../remote/target/profiles.js";
import type { Situation } from "../doctor/situation.js";

/** Everything that identifies this machine or its user and must not be in a report. */
export function privateHere(env: Environment, situation: Situation | undefined): Private {
  const here = privateOf(env, situation);
  const profiles = orNone(() => loadProfiles(env).known) ?? new Map();
  return {
    ...here,
    secrets: there([
      ...["PILOTHOUSE_PASSWORD", "I2PCONTROL_PASSWORD", "PILOTHOUSE_TOKEN"].map((variable) => env[variable]),
      ...[...profiles.keys()].flatMap((profile) => {
        const stored = orNone(() => loadSession(env, profile));
        return [stored?.token, stored?.password];
      }),
      ...here.secrets,
      ...(situation?.driver.secrets?.(situation.settings) ?? []),
    ]),
    hosts: there([
      ...here.hosts,
      ...[env["PILOTHOUSE_URL"], env["I2PCONTROL_URL"]].map(hostOf),
      ...[...profiles.values()].map(({ url }) => hostOf(url)),
    ]),
  };
}
