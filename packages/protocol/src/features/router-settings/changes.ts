import type { EventDefinitions, FindingDefinitions } from "../../kernel/definitions.js";
import { describe, extension, optional } from "../../kernel/shapes.js";
import { choiceOf } from "../../value-types/setting-types.js";
import { count, flag, integer, listOf, orNull, record, text } from "../../value-types/value-types.js";

/** The ways by which settings of the router are changed. */
export const SETTING_PARTS = ["network", "advanced", "tunnels", "names"] as const;
export type SettingPart = (typeof SETTING_PARTS)[number];

const difference = record({ name: text, old: orNull(text), new: orNull(text) });
export type SettingDifference = ReturnType<(typeof difference)["read"]>;

const change = record({
  id: count,
  at: count,
  address: text,
  session: orNull(text),
  name: orNull(text),
  part: text,
  undoes: listOf(count),
  differences: listOf(difference),
});
export type SettingChange = ReturnType<(typeof change)["read"]>;

const conflict = record({ name: text, wanted: orNull(text), now: orNull(text), change: orNull(count) });
export type SettingConflict = ReturnType<(typeof conflict)["read"]>;

export const RESULTS = {
  "pilothouse.changes": {
    changes: { type: listOf(change) },
    differences: { type: listOf(difference) },
    conflicts: { type: listOf(conflict) },
    plan: { type: text, optional: true },
    interruptsForMs: { type: orNull(count), optional: true },
    saved: { type: flag },
    restartNeeded: { type: flag },
  },
} as const;

export const METHODS = {
  "pilothouse.changes": extension({
    scope: "read",
    description:
      "Every change of the router's settings: lists them, compares two points, and goes back. Secrets are never shown, and need the scope `all` to be put back.",
    params: {
      part: optional(
        choiceOf(SETTING_PARTS),
        "Only changes made by NetworkSetting, or by AdvancedSettings, or of tunnels (`NAME.Option`), or of the address book (`names`: where each leads, and `subscriptions`).",
      ),
      before: optional(count, "Only changes older than the one with this id."),
      limit: optional(
        integer(1, 500),
        "How many at most; 100. Long ones are fewer: the list ends after half a million characters.",
      ),
      from: optional(
        count,
        "Compares: the state right after the change with this id (0: before the first that is kept)…",
      ),
      to: optional(count, "…with the state right after this one; without it, the newest."),
      undo: optional(count, "Undoes the change with this id, and no other: puts its old values back.", {
        scope: "settings",
        changes: true,
      }),
      goTo: optional(
        count,
        "Goes back to the state right after the change with this id (0: before the first that is kept): undoes all later ones of `part`, which must be given.",
        { scope: "settings", changes: true },
      ),
      preview: optional(flag, "With `undo` or `goTo`: changes nothing, and says what it would."),
      plan: optional(
        text,
        "With `undo` or `goTo`: the `plan` of a preview. Does what that preview showed, also where a value was changed again since, as it said. What it did not show like this is an error that names the setting, and nothing is changed.",
      ),
      force: optional(
        flag,
        "With `undo` or `goTo`: also where a value was changed again since, whether or not a preview showed it. Without it and without `plan`, that is an error that names the setting, and nothing is changed.",
      ),
    },
    result: describe(RESULTS, "pilothouse.changes", {
      changes:
        "The newest first: who (address, session and its name), when, by which part, and what. `undoes` are the ids that it put back.",
      differences: "With `from`, `undo` or `goTo`: what differs, or is or would be changed.",
      conflicts:
        "With `preview`: settings that were changed again since, their value then and now, and by which later change (null: not by one on record).",
      plan: "With `preview`: stands for the differences that it shows, for the call that makes them. Valid until the service ends.",
      interruptsForMs:
        "With `preview`: for about how long the router would be interrupted, because it is restarted; null: not at all.",
      saved: "Whether anything was changed by this call.",
      restartNeeded: "Whether what was changed waits for a restart of the router.",
    }),
  }),
} as const;

export const EVENTS = {
  "settings.saved": {
    severity: "info",
    description: "{by} changed settings ({of}): {names}.",
    data: ["of", "by", "names"],
  },
  "settings.reverted": {
    severity: "warning",
    description:
      "The router did not start with its configuration, so the last one that worked was put back[. Saved settings were lost: {lost}]. The other one is kept as {file}.",
    data: ["file"],
  },
} as const satisfies EventDefinitions;

export const FINDINGS = {
  "settings.restart": {
    level: "warning",
    description: "Saved settings wait for a restart of the router.",
    todo: "Restart it gracefully to apply them.",
    action: "RestartGraceful",
  },
} as const satisfies FindingDefinitions;

export const AUDIT = ["NetworkSetting", "AdvancedSettings", "settings undone"] as const;
