import type { Families } from "../../telemetry/prometheus.js";

export const UPDATES: Families<{ readonly updater: { readonly found: boolean | undefined } }> = {
  pilothouse_update_available: {
    help: "Whether the last search found an update of the router; absent until there was one.",
    of: ({ updater: { found } }) => (found === undefined ? [] : [[{}, Number(found)]]),
  },
};
