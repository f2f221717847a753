import { call, optional } from "../../kernel/shapes.js";
import { allSettings, oneSetting, settingName, someSettings } from "../../value-types/setting-types.js";
import { anything } from "../../value-types/value-types.js";
import { IF_REVISION, REVISION } from "./revision.js";

export const METHODS = {
  AdvancedSettings: call({
    guard: "token",
    scope: "read",
    description: "The router's whole configuration. Order: setAll, set, getAll, get.",
    params: {
      setAll: optional(allSettings, "Replaces all settings; what is not given is removed, secrets too.", {
        scope: "all",
        changes: true,
      }),
      set: optional(someSettings, "Updates the given settings and keeps the others.", {
        scope: "settings",
        changes: true,
        settings: true,
      }),
      getAll: optional(anything, "Asks for all settings."),
      get: optional(settingName, "Asks for one setting.", { settings: true }),
      IfRevision: IF_REVISION,
    },
    result: {
      getAll: optional(
        allSettings,
        "All settings; without those that hold secrets unless the scope is `all`.",
      ),
      get: optional(
        oneSetting,
        "The setting; null when there is none of that name. One that holds a secret needs the scope `all`.",
      ),
      Revision: REVISION,
    },
    others: "refused",
  }),
} as const;
