import { scope } from "../../kernel/scope.js";
import { describe, extension, optional } from "../../kernel/shapes.js";
import {
  count,
  flag,
  integer,
  listOf,
  orNull,
  record,
  secret,
  text,
  valueType,
} from "../../value-types/value-types.js";
import { reason } from "../../words/reason.js";

const DAY = 86_400_000;
const LONGEST_LIFE = 3_650 * DAY;
/** The life of a program's token, unless another is given. */
export const PROGRAM_TOKEN_LIFE = 90 * DAY;

/** Names that people give, shown to people. */
const sessionName = valueType({
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
const tokenName = valueType({
  type: "string",
  wants: reason("wants.tokenName"),
  schema: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$" },
  fits: (value): value is string => typeof value === "string" && /^[A-Za-z0-9][\w.-]{0,63}$/.test(value),
});

const session = record({
  id: text,
  name: text,
  issued: count,
  used: count,
  expires: count,
  address: text,
  current: flag,
  // A node of a fleet may be older than its hub.
  device: orNull(flag),
});
export type SessionEntry = ReturnType<(typeof session)["read"]>;

const programToken = record({
  name: text,
  id: text,
  scope,
  issued: count,
  used: orNull(count),
  expires: count,
});

export const RESULTS = {
  "pilothouse.logout": { Revoked: { type: flag } },
  "pilothouse.sessions": { sessions: { type: listOf(session) } },
  "pilothouse.tokens": { tokens: { type: listOf(programToken) } },
  "pilothouse.createToken": { Token: { type: secret }, expires: { type: count } },
} as const;

/** Sessions of people, and tokens of programs. */
export const METHODS = {
  "pilothouse.logout": extension({
    guard: "anyToken",
    scope: "all",
    changes: true,
    description: "Revokes the token it is called with.",
    params: {
      after: optional(
        integer(10, 600),
        "Seconds to wait before the end; if the token is used meanwhile, the session stays: for a page that is closed or reloaded. Calls of the first five seconds do not count: the page may have sent them before.",
      ),
      device: optional(
        text,
        "The id of a device of the same holder, which is revoked as well, with the sessions that it opened.",
      ),
    },
    result: describe(RESULTS, "pilothouse.logout", {
      Revoked: "Whether it is revoked already.",
    }),
  }),
  "pilothouse.sessions": extension({
    scope: "all",
    description:
      "Lists the sessions that are open, and ends or renames them. Tokens of programs are not among them.",
    params: {
      revoke: optional(text, "Id of the session to end; with a device, what it opened ends too.", {
        changes: true,
      }),
      revokeOthers: optional(flag, "Whether to end all sessions but the caller's and its device.", {
        changes: true,
      }),
      rename: optional(text, "Id of the session that gets the name in `name`.", { changes: true }),
      name: optional(sessionName, "Its new name."),
    },
    result: describe(RESULTS, "pilothouse.sessions", {
      sessions:
        "All sessions, as they now are, oldest first. The `name` is the browser's or the program's, unless it was changed; `used` is the time of the last call. A `device` is a browser that stays signed in: it has no token, and gets one for each tab.",
    }),
  }),
  "pilothouse.tokens": extension({
    scope: "all",
    description: "Lists the tokens of programs; with a name, revokes one.",
    params: {
      revoke: optional(text, "Name of the token to revoke.", { changes: true }),
    },
    result: describe(RESULTS, "pilothouse.tokens", {
      tokens:
        "All tokens of programs, as they now are, oldest first. `used` is the time of the last call, null before the first.",
    }),
  }),
  "pilothouse.createToken": extension({
    scope: "all",
    changes: true,
    description: "Makes a token for a program. It is shown only in this answer.",
    params: {
      name: { type: tokenName, description: "What it is called in the list and in the audit." },
      scope: { type: scope, description: "What it may do." },
      lifetime: optional(integer(60_000, LONGEST_LIFE), "Milliseconds until it expires; default: 90 days."),
    },
    result: describe(RESULTS, "pilothouse.createToken", {
      Token: "The token.",
      expires: "When it expires, in milliseconds since the epoch.",
    }),
  }),
} as const;
