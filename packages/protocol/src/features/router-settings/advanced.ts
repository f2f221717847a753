import { call } from "../../kernel/shapes.js";
import { anything } from "../../kinds/kinds.js";
import { allSettings, oneSetting, settingName, someSettings } from "../../kinds/setting-kinds.js";

export const ADVANCED_METHODS = {
  AdvancedSettings: call({
    guard: "token",
    scope: "read",
    says: "The router's whole configuration. Order: setAll, set, getAll, get.",
    params: {
      setAll: {
        kind: allSettings,
        says: "Replaces all settings; what is not given is removed, secrets too.",
        optional: true,
        scope: "all",
        changes: true,
      },
      set: {
        kind: someSettings,
        says: "Updates the given settings and keeps the others.",
        optional: true,
        scope: "settings",
        changes: true,
        settings: true,
      },
      getAll: { kind: anything, says: "Asks for all settings.", optional: true },
      get: { kind: settingName, says: "Asks for one setting.", optional: true, settings: true },
    },
    result: {
      getAll: {
        kind: allSettings,
        says: "All settings; without those that hold secrets unless the scope is `all`.",
        optional: true,
      },
      get: {
        kind: oneSetting,
        says: "The setting; null when there is none of that name. One that holds a secret needs the scope `all`.",
        optional: true,
      },
    },
    others: "refused",
  }),
} as const;
