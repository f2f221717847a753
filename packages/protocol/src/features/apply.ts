import { describe, extension } from "../kernel/shapes.js";
import { allSettings, choice } from "../value-types/setting-types.js";
import { count, integer, listOf, orNull, record, text, valueType } from "../value-types/value-types.js";

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
    settings: { type: text },
    differences: { type: listOf(difference) },
  },
} as const;

/** Settings of a template, all of them or none. */
export const METHODS = {
  "pilothouse.apply": extension({
    guard: "token",
    scope: "read",
    description:
      "Applies settings of a template, all of them or none, restarts the router if they need it, and puts the old ones back if it does not come back healthy. Without parameters: what became of the last ones.",
    params: {
      checksum: {
        type: checksum,
        description: "Under which the settings are known.",
        optional: true,
        scope: "settings",
        changes: true,
      },
      network: {
        type: allSettings,
        description: "Network settings by their names here, such as `router.net.bw.in`.",
        optional: true,
        scope: "settings",
      },
      advanced: {
        type: allSettings,
        description: "Settings by the names that the router gives them.",
        optional: true,
        scope: "settings",
        settings: true,
      },
      restart: {
        type: choice("graceful", "now", "never"),
        description: "How the router is restarted if the settings need it; default: graceful.",
        optional: true,
        scope: "settings",
      },
      drain: {
        type: integer(0, DAY),
        description:
          "Milliseconds that a graceful restart may wait until tunnels of others have expired; default: eleven minutes.",
        optional: true,
        scope: "settings",
      },
      deadline: {
        type: integer(1_000, DAY),
        description:
          "Milliseconds that the router may take after its start until it is healthy; default: ten minutes.",
        optional: true,
        scope: "settings",
      },
    },
    result: describe(RESULTS, "pilothouse.apply", {
      state:
        "none (nothing was applied yet), pending (the router has yet to come back healthy), applied, or reverted (the old settings are back).",
      applied: "Checksum of the settings that were applied last and kept.",
      at: "When the state was reached, in milliseconds since the epoch.",
      reason: "Why they were reverted.",
      settings: "Checksum of all settings that the router has, without secrets.",
      differences: "What is no longer as it was applied. Values of settings that hold secrets are not shown.",
    }),
  }),
} as const;

export const AUDIT = ["apply"] as const;
