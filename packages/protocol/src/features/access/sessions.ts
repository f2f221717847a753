import { call, describe } from "../../kernel/shapes.js";
import { count, flag, kind, secret, text, whole } from "../../kinds/kinds.js";
import { somePassword } from "../../kinds/password.js";
import { INSIGHT_METHODS } from "../../tables/insight/insight-methods.js";
import { LOGS_METHOD } from "../../tables/record/logs-method.js";
import { OWN_RESULTS, scope } from "../../tables/results.js";
import { reason } from "../../words/reason.js";
import { APPLY_METHOD } from "../apply.js";
import { BACKUP_METHOD } from "../backup.js";
import { MEMBERSHIP_METHODS } from "../membership.js";
import { EVENTS_METHOD } from "../record.js";
import { CHANGES_METHOD } from "../router-settings/changes.js";
import { SERVICE_SETTINGS_METHOD } from "../service-settings.js";

const DAY = 86_400_000;

/** Names that people give, shown to people. */
const sessionName = kind({
  type: "string",
  wants: reason("wants.sessionName"),
  schema: { type: "string", minLength: 1, maxLength: 64 },
  fits: (value): value is string =>
    typeof value === "string" &&
    value.isWellFormed() &&
    /^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u.test(value) &&
    value.trim() !== "",
});

/** Typed in commands, so without what a shell takes for something else. */
const tokenName = kind({
  type: "string",
  wants: reason("wants.tokenName"),
  schema: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$" },
  fits: (value): value is string => typeof value === "string" && /^[A-Za-z0-9][\w.-]{0,63}$/.test(value),
});

const LONGEST_LIFE = 3_650 * DAY;
/** The life of a program's token, unless another is given. */
export const PROGRAM_TOKEN_LIFE = 90 * DAY;

/** The methods that only this service has. */
export const OWN_METHODS = {
  ...INSIGHT_METHODS,
  ...MEMBERSHIP_METHODS,
  "pilothouse.logout": call({
    guard: "anyToken",
    scope: "all",
    changes: true,
    says: "Revokes the token it is called with.",
    params: {
      after: {
        kind: whole(10, 600),
        says: "Seconds to wait before the end; if the token is used meanwhile, the session stays: for a page that is closed or reloaded. Calls of the first five seconds do not count: the page may have sent them before.",
        optional: true,
      },
    },
    result: describe(OWN_RESULTS["pilothouse.logout"], {
      Revoked: "Whether it is revoked already.",
    }),
    others: "refused",
    extension: true,
  }),
  "pilothouse.webapps": call({
    guard: "token",
    scope: "read",
    says: "Lists the web applications of the HTTP endpoint; with a name, switches one.",
    params: {
      name: {
        kind: text,
        says: "The application to switch.",
        optional: true,
        scope: "settings",
        changes: true,
      },
      running: { kind: flag, says: "Run it now, or stop it.", optional: true, scope: "settings" },
      autostart: {
        kind: flag,
        says: "Whether it starts with the service.",
        optional: true,
        scope: "settings",
      },
    },
    result: describe(OWN_RESULTS["pilothouse.webapps"], {
      applications: "All applications, as they now are.",
    }),
    others: "refused",
    extension: true,
  }),
  "pilothouse.status": call({
    guard: "token",
    scope: "read",
    says: "Status of the service and its router that RouterInfo does not contain.",
    params: {},
    result: describe(OWN_RESULTS["pilothouse.status"], {
      simulated: "Whether the router is simulated.",
      router: "What kind of router is managed.",
      phase: "running, starting, stopping, stopped, draining, crashed or unreachable.",
      sampled: "When the router last answered, in milliseconds since the epoch.",
      next: "What follows draining: restart or stop.",
      until: "When draining ends at the latest, in milliseconds since the epoch.",
      retryAt: "When a crashed router is started again, in milliseconds since the epoch.",
      crash: "While the router is crashed: the signal or exit code, and below it the last lines of its log.",
      starts: "How many starts of the router were seen since the service took it over; it grows by each.",
      note: "What to know of the router's last start or end: why it crashed, or that its configuration was rolled back.",
      restartNeeded: "Whether a saved setting waits for a restart of the router.",
      version: "Version of the service.",
      time: "The service's clock, in milliseconds since the epoch.",
      updates: "Where updates come from: feed (`update.feed`), router (its own way to them) or none.",
      factory: "Whether the factory password is still in force.",
      scope: "What the caller may do: read, operate, settings or all.",
      account: "At a hub: the account that the caller signed in with; null for the hub's own password.",
      cancellable: "While draining: whether `pilothouse.cancel` can end the wait; else null.",
      updateTexts:
        "Why the last FindUpdates gave no answer, and what Update last answered (`text`), for programs: the `code` of the sentence, and the `values` in it.",
      updateUnknown: "Why the last FindUpdates gave no answer, in the same form; null if it gave one.",
    }),
    others: "refused",
    extension: true,
  }),
  "pilothouse.cancel": call({
    guard: "token",
    scope: "operate",
    changes: true,
    says: "Cancels a graceful restart or shutdown that waits for tunnels to expire: the router keeps running. Refused if the router cannot do that.",
    params: {},
    result: describe(OWN_RESULTS["pilothouse.cancel"], {
      Cancelled: "Whether something was waiting.",
    }),
    others: "refused",
    extension: true,
  }),
  "pilothouse.sessions": call({
    guard: "token",
    scope: "all",
    says: "Lists the sessions that are open, and ends or renames them. Tokens of programs are not among them.",
    params: {
      revoke: { kind: text, says: "Id of the session to end.", optional: true, changes: true },
      revokeOthers: {
        kind: flag,
        says: "Whether to end all sessions but the caller's.",
        optional: true,
        changes: true,
      },
      rename: {
        kind: text,
        says: "Id of the session that gets the name in `name`.",
        optional: true,
        changes: true,
      },
      name: { kind: sessionName, says: "Its new name.", optional: true },
    },
    result: describe(OWN_RESULTS["pilothouse.sessions"], {
      sessions:
        "All sessions, as they now are, oldest first. The `name` is the browser's or the program's, unless it was changed; `used` is the time of the last call.",
    }),
    others: "refused",
    extension: true,
  }),
  "pilothouse.tokens": call({
    guard: "token",
    scope: "all",
    says: "Lists the tokens of programs; with a name, revokes one.",
    params: { revoke: { kind: text, says: "Name of the token to revoke.", optional: true, changes: true } },
    result: describe(OWN_RESULTS["pilothouse.tokens"], {
      tokens:
        "All tokens of programs, as they now are, oldest first. `used` is the time of the last call, null before the first.",
    }),
    others: "refused",
    extension: true,
  }),
  "pilothouse.createToken": call({
    guard: "token",
    scope: "all",
    changes: true,
    says: "Makes a token for a program. It is shown only in this answer.",
    params: {
      name: { kind: tokenName, says: "What it is called in the list and in the audit." },
      scope: { kind: scope, says: "What it may do." },
      lifetime: {
        kind: whole(60_000, LONGEST_LIFE),
        says: "Milliseconds until it expires; default: 90 days.",
        optional: true,
      },
    },
    result: describe(OWN_RESULTS["pilothouse.createToken"], {
      Token: "The token.",
      expires: "When it expires, in milliseconds since the epoch.",
    }),
    others: "refused",
    extension: true,
  }),
  "pilothouse.password": call({
    guard: "token",
    scope: "all",
    changes: true,
    says: "Changes the password, as ServiceControl does, with more to choose.",
    params: {
      password: {
        kind: somePassword,
        says: "The new password, of at least 10 characters and not a common one.",
      },
      current: {
        kind: secret,
        says: "The current password; when it is wrong, nothing is changed.",
        optional: true,
      },
      keepTokens: {
        kind: flag,
        says: "Whether tokens of programs stay valid. Sessions are revoked always.",
        optional: true,
      },
    },
    result: describe(OWN_RESULTS["pilothouse.password"], {
      Changed: "Always true.",
    }),
    others: "refused",
    extension: true,
  }),
  "pilothouse.setup": call({
    guard: "open",
    says: "What is to be done before the service can be used from the caller's address.",
    params: {},
    result: describe(OWN_RESULTS["pilothouse.setup"], {
      choosePassword:
        "Whether the factory password is in force and works from there, so that another must be chosen.",
      accounts: "True at a hub that has accounts: a name goes with the password. Absent elsewhere.",
      passwd:
        "The command that changes the password without knowing the old one, for the operator at the machine itself. Only callers on that machine get it.",
    }),
    others: "ignored",
    extension: true,
  }),
  "pilothouse.history": call({
    guard: "token",
    scope: "read",
    says: "Rate statistics over a stretch of time, as finely as they were kept and as asked.",
    params: {
      from: { kind: count, says: "Beginning, in milliseconds since the epoch." },
      to: { kind: count, says: "End, in milliseconds since the epoch." },
      points: { kind: whole(10, 2_000), says: "The most values a series may have; 500.", optional: true },
    },
    result: describe(OWN_RESULTS["pilothouse.history"], {
      step: "Milliseconds that each value stands for.",
      from: "Where the first value begins: `from`, rounded down to a whole step.",
      to: "Where the last value ends.",
      series:
        "Every rate statistic, and `router.up`, the share of time for which the router ran. Null: nothing was measured.",
    }),
    others: "refused",
    extension: true,
  }),
  "pilothouse.audit": call({
    guard: "token",
    scope: "read",
    says: "Who changed what, and when; the newest first.",
    params: {
      before: { kind: count, says: "Only entries older than the one with this id.", optional: true },
      limit: { kind: whole(1, 500), says: "How many at most; 100.", optional: true },
    },
    result: describe(OWN_RESULTS["pilothouse.audit"], {
      entries:
        "Who (address, id and `name` of the session or token), when (`at`), what (`action`, and each changed value in `details`) and its `outcome`: `ok`, or the name of the error. `action` is English; `code` and `data` say the same for programs (null: recorded by another version).",
    }),
    others: "refused",
    extension: true,
  }),
  "pilothouse.settings": SERVICE_SETTINGS_METHOD,
  "pilothouse.apply": APPLY_METHOD,
  "pilothouse.events": EVENTS_METHOD,
  "pilothouse.changes": CHANGES_METHOD,
  "pilothouse.logs": LOGS_METHOD,
  "pilothouse.backup": BACKUP_METHOD,
} as const;
