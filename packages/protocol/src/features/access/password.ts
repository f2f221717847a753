import type { EventDefinitions, FindingDefinitions } from "../../kernel/definitions.js";
import { call, describe, extension, optional } from "../../kernel/shapes.js";
import { apiVersion } from "../../value-types/call-types.js";
import { PASSWD_COMMAND, somePassword } from "../../value-types/password.js";
import { anything, count, flag, nothing, secret, text } from "../../value-types/value-types.js";
import { DEVICE, DEVICE_KEY } from "./devices.js";

export const RESULTS = {
  "pilothouse.password": { Changed: { type: flag } },
  "pilothouse.setup": {
    choosePassword: { type: flag },
    accounts: { type: flag, optional: true },
    passwd: { type: text, optional: true },
  },
} as const;

/** Logging in, and the password. */
export const METHODS = {
  Authenticate: call({
    guard: "open",
    changes: true,
    description: "Exchanges the password for a token.",
    params: {
      API: {
        type: apiVersion,
        description: "Protocol version; 1.",
        missing: "noApi",
        bad: "unsupportedApi",
      },
      Password: { type: secret, description: "Password of the service." },
      User: optional(
        text,
        "At a hub: the account whose password it is. Without it, the hub's own password is meant. Elsewhere it has no effect.",
      ),
      Device: DEVICE_KEY,
    },
    result: {
      API: { type: count, description: "Primary protocol version of the server." },
      Token: { type: secret, description: "Token for later requests." },
      Device: DEVICE,
    },
    others: "ignored",
  }),
  ServiceControl: call({
    guard: "anyToken",
    scope: "read",
    description: "Manages the service itself. A new password revokes every token.",
    params: {
      "svccontrol.password": optional(
        somePassword,
        "The new password, of at least 10 characters and not a common one.",
        { scope: "all", changes: true },
      ),
      "svccontrol.address": optional(anything, "Listen address.", { inert: true }),
      "svccontrol.port": optional(anything, "Listen port.", { inert: true }),
    },
    result: {
      "svccontrol.password": optional(nothing, "Present when the password was changed."),
      SettingsSaved: { type: flag, description: "Whether anything was changed." },
    },
    others: "ignored",
  }),
  "pilothouse.password": extension({
    scope: "all",
    changes: true,
    description: "Changes the password, as ServiceControl does, with more to choose.",
    params: {
      password: {
        type: somePassword,
        description: "The new password, of at least 10 characters and not a common one.",
      },
      current: optional(secret, "The current password; when it is wrong, nothing is changed."),
      keepTokens: optional(flag, "Whether tokens of programs stay valid. Sessions are revoked always."),
    },
    result: describe(RESULTS, "pilothouse.password", {
      Changed: "Always true.",
    }),
  }),
  "pilothouse.setup": call({
    guard: "open",
    description: "What is to be done before the service can be used from the caller's address.",
    params: {},
    result: describe(RESULTS, "pilothouse.setup", {
      choosePassword:
        "Whether the factory password is in force and works from there, so that another must be chosen.",
      accounts: "True at a hub that has accounts: a name goes with the password. Absent elsewhere.",
      passwd:
        "The command that changes the password without knowing the old one, for the operator at the machine itself. Only callers on that machine get it.",
    }),
    others: "ignored",
    extension: true,
  }),
} as const;

export const EVENTS = {
  "logins.failed": {
    severity: "warning",
    description: "{count} logins failed within {minutes} minutes, the last from {address}.",
    data: ["count", "minutes", "address"],
  },
} as const satisfies EventDefinitions;

export const FINDINGS = {
  "password.factory": {
    level: "problem",
    description: "The factory password is in force.",
    todo: `Choose another on the machine itself: ${PASSWD_COMMAND}`,
  },
  "logins.failed": {
    level: "warning",
    description: "{count} logins failed within {minutes} minutes.",
    todo: "If that was not you: pilothouse audit shows from where. Let the service listen on fewer addresses.",
    notify: 0,
    once: true,
  },
} as const satisfies FindingDefinitions;
