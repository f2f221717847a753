import { describe, extension, optional } from "../kernel/shapes.js";
import { codedText } from "../value-types/call-types.js";
import { allSettings, choice } from "../value-types/setting-types.js";
import { count, integer, listOf, orNull, record, text, valueType } from "../value-types/value-types.js";
import { tunnelSettings } from "./tunnels/loose-values.js";

const DAY = 86_400_000;
/** What became of the settings that were applied last. */
export const APPLY_STATES = ["none", "pending", "applied", "reverted"] as const;
export type ApplyState = (typeof APPLY_STATES)[number];

const checksum = valueType({
  type: "string",
  wants: "a checksum of 32 hexadecimal digits",
  schema: { type: "string", pattern: "^[0-9a-f]{32}$" },
  fits: (value): value is string => typeof value === "string" && /^[0-9a-f]{32}$/.test(value),
});

const difference = record({ name: text, wanted: orNull(text), found: orNull(text) });
/** A setting that is not as it should be. */
export type AppliedDifference = ReturnType<(typeof difference)["read"]>;

export const RESULTS = {
  "pilothouse.apply": {
    state: { type: text },
    applied: { type: orNull(text) },
    at: { type: orNull(count) },
    reason: { type: orNull(text) },
    coded: { type: orNull(codedText), optional: true },
    settings: { type: text },
    differences: { type: listOf(difference) },
  },
} as const;

/** Settings of a template, all of them or none. */
export const METHODS = {
  "pilothouse.apply": extension({
    scope: "read",
    description:
      "Applies settings of a template, all of them or none, restarts the router if they need it, and puts the old ones back if it does not come back healthy. Without parameters: what became of the last ones.",
    params: {
      checksum: optional(checksum, "Under which the settings are known.", {
        scope: "settings",
        changes: true,
      }),
      network: optional(allSettings, "Network settings by their names here, such as `router.net.bw.in`.", {
        scope: "settings",
      }),
      advanced: optional(allSettings, "Settings by the names that the router gives them.", {
        scope: "settings",
        settings: true,
      }),
      tunnels: optional(
        tunnelSettings(),
        "Options of tunnels as `NAME.Option`, such as `web.TargetPort`. Those tunnels are made or edited; others, and other options, stay as they are. A router that has to be restarted for it is restarted at once.",
        { scope: "settings" },
      ),
      restart: optional(
        choice("graceful", "now", "never"),
        "How the router is restarted if the settings need it; default: graceful.",
        { scope: "settings" },
      ),
      drain: optional(
        integer(0, DAY),
        "Milliseconds that a graceful restart may wait until tunnels of others have expired; default: eleven minutes.",
        { scope: "settings" },
      ),
      deadline: optional(
        integer(1_000, DAY),
        "Milliseconds that the router may take after its start until it is healthy; default: ten minutes.",
        { scope: "settings" },
      ),
    },
    result: describe(RESULTS, "pilothouse.apply", {
      state:
        "none (nothing was applied yet), pending (the router has yet to come back healthy), applied, or reverted (the old settings are back).",
      applied: "Checksum of the settings that were applied last and kept.",
      at: "When the state was reached, in milliseconds since the epoch.",
      reason: "Why they were reverted.",
      coded: "The same with its code and values, where it has one.",
      settings: "Checksum of all settings that the router has, without secrets.",
      differences:
        "What is no longer as it was applied; of tunnels as `tunnels.NAME.Option`. Values of settings that hold secrets are not shown.",
    }),
  }),
} as const;

export const AUDIT = ["apply"] as const;
