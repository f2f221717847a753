import type { EventDefinitions, FindingDefinitions } from "../../kernel/definitions.js";
import { call, describe, extension, optional } from "../../kernel/shapes.js";
import { codedText } from "../../value-types/call-types.js";
import { allSettings } from "../../value-types/setting-types.js";
import { count, flag, listOf, orNull, record, secret, text } from "../../value-types/value-types.js";
import { tunnelChange } from "./change.js";
import { managerParams } from "./manager-params.js";

export const TUNNEL_STATES = ["running", "starting", "stopped", "failed", "unknown"] as const;

const bytes = record({ received: count, sent: count });
const tunnel = record({
  name: text,
  type: text,
  server: flag,
  state: text,
  note: orNull(text),
  foreign: orNull(text),
  address: orNull(text),
  destination: orNull(text),
  open: flag,
  traffic: orNull(bytes),
  options: allSettings,
});
export type TunnelEntry = ReturnType<(typeof tunnel)["read"]>;

const plan = record({
  interruptsForMs: orNull(count),
  interrupted: listOf(text),
  files: listOf(record({ path: text, becomes: orNull(text) })),
  warnings: listOf(text),
});
export type TunnelPlanEntry = ReturnType<(typeof plan)["read"]>;

export const RESULTS = {
  "pilothouse.tunnels": {
    tunnels: { type: listOf(tunnel) },
    plan: { type: orNull(plan) },
    mark: { type: orNull(text) },
    saved: { type: flag },
    texts: { type: listOf(codedText), optional: true },
  },
  "pilothouse.tunnelKey": { key: { type: secret }, address: { type: orNull(text) } },
} as const;

const info = record({
  client: flag,
  status: text,
  persistentClientKey: flag,
  offlineKeys: flag,
  targetDestination: text,
  localDestination: text,
  destination: text,
  destinationB32: text,
  rawConfig: allSettings,
});

export const METHODS = {
  TunnelManager: call({
    guard: "token",
    scope: "read",
    extension: true,
    description: `The tunnels of programs, as I2P proposal 170 (open; as of 2026-05-20) has them. The number 0, false, null and "" mean "not given", because clients send them for what nobody has set: an edit changes nothing by them. The texts "0" and "false" are values. To unset an option, to make several changes at once and to see before what they do: pilothouse.tunnels.`,
    params: managerParams(),
    result: {
      status: {
        type: text,
        description: '"success - …", or "error - …" if the router failed at it and runs as before.',
      },
      results: optional(allSettings, "With `create`: `destination` and `destinationB32`, once it has them."),
      info: optional(
        info,
        "With `get`: the tunnel. `rawConfig` has its options. Private keys are never shown, and no file is named.",
      ),
    },
    others: "refused",
  }),
  "pilothouse.tunnels": extension({
    scope: "read",
    description:
      "All tunnels of the router with their state; and several changes of them, with at most one restart of the router. All are made, or none. Changes are also in pilothouse.changes, and can be undone there.",
    params: {
      changes: optional(
        listOf(tunnelChange()),
        "What to change, in this order. `action`: create, edit, start, stop, restart, delete, or adopt (moves a tunnel of another file into one of this service). `options`: as texts; null unsets one. `newName`: with edit. `key`: with create, a key file in Base64, which gives the tunnel its address. `forgetKey`: with delete; otherwise the key is kept, and a tunnel of the same name gets it back.",
        { scope: "settings", changes: true },
      ),
      preview: optional(flag, "Changes nothing, and says in `plan` what the changes would do."),
      mark: optional(
        text,
        "The `mark` of a preview: the changes are refused if tunnels were changed by somebody else since.",
      ),
      open: optional(
        flag,
        "Confirms that ports listen where others than this machine can reach them. Without it that is refused.",
      ),
    },
    result: describe(RESULTS, "pilothouse.tunnels", {
      tunnels:
        "By name. `foreign` is the file of another program that defines it: it is shown, and only changed once it is adopted. `open`: others than this machine can reach its port.",
      plan: "With `preview`: for how long the router is interrupted (null: not at all), which tunnels with it, the files that are written (null: removed), and what you should know before.",
      mark: "With `preview`: stands for the tunnels as they are now.",
      saved: "Whether anything was changed.",
      texts:
        "Each `note`, and each of `warnings`, that has a code, for programs: the `code` of the sentence, and the `values` in it.",
    }),
  }),
  "pilothouse.tunnelKey": extension({
    scope: "all",
    changes: true,
    description:
      "The private key of a tunnel: whoever has it can take its address. The password is asked again, except over the operator's socket.",
    params: {
      name: { type: text, description: "The tunnel." },
      password: optional(secret, "The password of the service."),
    },
    result: describe(RESULTS, "pilothouse.tunnelKey", {
      key: "The key file of the router, in Base64 (RFC 4648).",
      address: "The address that it belongs to.",
    }),
  }),
} as const;

export const EVENTS = {
  "tunnels.changed": {
    severity: "info",
    description: "{by} changed tunnels: {names}.",
    data: ["by", "names"],
  },
  "tunnels.rolledBack": {
    severity: "warning",
    description: "A change of tunnels failed, and the router runs as before: {why}.",
    data: ["why"],
  },
} as const satisfies EventDefinitions;

export const FINDINGS = {
  "tunnels.down": {
    level: "warning",
    description: "A tunnel does not work: {names}.",
    todo: "Look at it with pilothouse tunnel list, and at the router's log.",
    notify: 5,
  },
  "tunnels.open": {
    level: "note",
    description: "Others than this machine can reach the port of a tunnel: {names}.",
    todo: "If that is not meant: pilothouse tunnel edit NAME ReachableBy=127.0.0.1.",
  },
  "tunnels.exposed": {
    level: "warning",
    description: "Other users of this machine can read the key of a tunnel: {names}.",
    todo: "Take their right to read the file away: chmod 600. Whoever has the key can take the tunnel's address.",
  },
} as const satisfies FindingDefinitions;

export const AUDIT = ["TunnelManager", "tunnels changed", "tunnel key exported"] as const;
