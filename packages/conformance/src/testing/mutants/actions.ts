import { answers, lets, type Mutant, mutant } from "./mutant.js";

const instead = (name: string, value: unknown) =>
  answers("RouterManager", (result) => (name in result ? { ...result, [name]: value } : result));

export const ACTIONS: readonly Mutant[] = [
  mutant(
    "action-unknown",
    "ignores unknown actions",
    "actions.unknown",
    lets("RouterManager", (params) => "NoSuchAction" in params, {}),
  ),
  mutant(
    "action-case",
    "finds actions in any letters",
    "actions.case",
    lets("RouterManager", (params) => "findupdates" in params, { findupdates: false }),
  ),
  mutant(
    "action-findupdates",
    "answers a number for FindUpdates",
    "actions.findupdates",
    instead("FindUpdates", 1),
  ),
  mutant(
    "action-findupdates-null",
    "answers null for FindUpdates",
    "actions.findupdates",
    instead("FindUpdates", null),
  ),
  mutant("action-update", "answers null for Update", "actions.update", instead("Update", null)),
  mutant("action-reseed", "answers true for Reseed", "actions.reseed", instead("Reseed", true)),
  mutant("action-restart", "answers true for Restart", "actions.restart", instead("Restart", true)),
  mutant(
    "action-restart-nothing",
    "answers Restart, and keeps running as before",
    "actions.restart",
    lets("RouterManager", (params) => "Restart" in params, { Restart: null }),
  ),
  mutant("action-restart-text", "answers a text for Restart", "actions.restart", instead("Restart", "ok")),
  mutant(
    "action-restartgraceful",
    "answers true for RestartGraceful",
    "actions.restartgraceful",
    instead("RestartGraceful", true),
  ),
  mutant("action-shutdown", "answers true for Shutdown", "actions.shutdown", instead("Shutdown", true)),
  mutant(
    "action-shutdowngraceful",
    "answers true for ShutdownGraceful",
    "actions.shutdowngraceful",
    instead("ShutdownGraceful", true),
  ),
  mutant(
    "action-more",
    "answers more than the action",
    "actions.only",
    answers("RouterManager", (result) => ({ ...result, SettingsSaved: false })),
  ),
  mutant(
    "action-two",
    "answers a number for one of several actions",
    "actions.two",
    answers("RouterManager", (result) =>
      Object.keys(result).length > 1 ? { ...result, FindUpdates: 0 } : result,
    ),
  ),
  ...["FindUpdates", "Reseed"].map((name) =>
    mutant(
      `action-two-without-${name}`,
      `leaves ${name} out when another action is asked for with it`,
      "actions.two",
      answers("RouterManager", ({ [name]: one, ...rest }) =>
        one === undefined || Object.keys(rest).length > 0 ? rest : { [name]: one },
      ),
    ),
  ),
];
