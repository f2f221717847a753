import {
  type Asking,
  ask,
  asking,
  call,
  type Level,
  login,
  must,
  type Step,
  should,
} from "../check/check.js";
import {
  anyError,
  error,
  errorCodeOf,
  has,
  only,
  resultOf,
  summary,
  that,
  Unsupported,
} from "../check/want.js";
import { errorClause, s32, s47, s48, silent } from "../spec/clause.js";
import { exactly, flag, nil, nonEmpty } from "../spec/kinds.js";

const ECHO = s47("result: `Result` (string), equal to the `Echo` value.");

const echoes = (id: string, text: string, says: string): Asking =>
  must(`service.echo.${id}`, says, ECHO, ask(call("Echo", { Echo: text }), has("Result", exactly(text))));

const refuses = (
  id: string,
  method: string,
  params: { readonly [name: string]: string | number | object | null },
  says: string,
  level: Level = "MUST",
): Asking =>
  asking(
    level,
    `service.${id}`,
    says,
    s47("params: `Token`; `Echo` (string)."),
    ask(call(method, params), error(-32602)),
  );

const change = (to: string, token = "$TOKEN") => call("ServiceControl", { "svccontrol.password": to }, token);
/** The password is changed, and something is looked at. The runner changes it back. */
const changes = (id: string, says: string, clause: Asking["clause"], ...steps: readonly Step[]): Asking => ({
  id: `service.password.${id}`,
  level: "MUST",
  says,
  clause,
  needs: ["password-change"],
  ...(/revokes|old/.test(id) ? { endangers: true as const } : {}),
  steps,
});

const REVOKES = s32(
  "Token issued | `ServiceControl` with `svccontrol.password` | always | All existing tokens revoked | Password changed; client must authenticate again.",
);
/** Which passwords a server takes is its own affair: one that it refuses is not changed. */
const taken = that("a result; an error when the server does not take this password", (view) => {
  if (resultOf(view) !== undefined) return undefined;
  return errorCodeOf(view) === -32602
    ? new Unsupported("it does not take this password: error -32602")
    : `got ${summary(view)}`;
});
/** Whether a token that was revoked never was, or has ended, is for the server to say. */
const REVOKED = error(-32003, -32004);
const echo = (token: string) => call("Echo", { Echo: "hello" }, token);

/** A password that should not be taken. Should it be, it is changed back. */
const badPassword = (id: string, given: string | number | null, says: string): Asking => ({
  id: `service.password.${id}`,
  level: "SHOULD",
  says,
  clause: silent("Which passwords are accepted: not shown; the parameter is a string. (section 4.8)"),
  needs: ["password-change"],
  endangers: true,
  steps: [
    ask(call("ServiceControl", { "svccontrol.password": given }), anyError),
    ask(login(), has("Token", nonEmpty)),
  ],
});

export const SERVICE: readonly Asking[] = [
  echoes("text", "hello", "Echo answers what it was sent."),
  echoes("empty", "", "Echo answers an empty string with an empty string."),
  echoes("quotes", 'a "quoted" \\ word / here', "Echo answers quotes, backslashes and slashes unharmed."),
  echoes("unicode", "grüße, привет, 你好, ☃ 😀", "Echo answers text of any language unharmed."),
  echoes("lines", "one\ntwo\tthree", "Echo answers line ends and tabs unharmed."),
  echoes("markup", "<b>&amp;</b>", "Echo answers markup unharmed."),
  echoes("number", "007", "Echo answers digits as a string."),
  echoes("blanks", "  two blanks before and after  ", "Echo keeps blanks."),
  should(
    "service.echo.only",
    "The result of Echo holds Result and nothing else.",
    ECHO,
    ask(call("Echo", { Echo: "hello" }), has("Result", exactly("hello")), only("Result")),
  ),
  refuses("echo.missing", "Echo", {}, "Echo without its parameter is refused."),
  refuses("echo.object", "Echo", { Echo: {} }, "Echo of an object is refused.", "SHOULD"),
  should(
    "service.none",
    "ServiceControl without a password changes nothing, and says so.",
    s48("result: `SettingsSaved` (boolean)."),
    ask(
      call("ServiceControl"),
      that("SettingsSaved: false, or an error", (view) =>
        resultOf(view)?.["SettingsSaved"] === true ? "it says that it saved something" : undefined,
      ),
    ),
    ask(echo("$TOKEN"), has("Result", exactly("hello"))),
  ),
  changes(
    "change",
    "A new password is answered with SettingsSaved, true or false, and with null in its place.",
    s48(
      "result: `SettingsSaved` (boolean). When the password was changed, the result also contains `svccontrol.password` with value null.",
    ),
    ask(change("$NEW_PASSWORD"), taken, has("SettingsSaved", flag), has("svccontrol.password", nil)),
  ),
  {
    ...changes(
      "saved",
      "A new password is saved: SettingsSaved is true.",
      silent("When `SettingsSaved` is true: not shown. (section 4.8)"),
      ask(change("$NEW_PASSWORD"), taken, has("SettingsSaved", exactly(true))),
    ),
    level: "SHOULD",
  },
  changes(
    "new",
    "The new password gives a token.",
    s48("params: `Token`; `svccontrol.password` (string, the new password)."),
    ask(change("$NEW_PASSWORD"), taken),
    ask(login("$NEW_PASSWORD"), has("Token", nonEmpty)),
  ),
  changes(
    "old",
    "The old password gives no token any more.",
    errorClause(-32001),
    ask(change("$NEW_PASSWORD"), taken),
    ask(login(), error(-32001)),
  ),
  changes(
    "revokes",
    "A new password revokes the token that set it.",
    REVOKES,
    ask(change("$NEW_PASSWORD"), taken),
    ask(echo("$TOKEN"), REVOKED),
  ),
  changes(
    "revokes-others",
    "A new password revokes every other token.",
    REVOKES,
    { ...ask(login(), has("Token", nonEmpty)), keep: { OTHER_TOKEN: "Token" } },
    ask(change("$NEW_PASSWORD"), taken),
    ask(echo("$OTHER_TOKEN"), REVOKED),
  ),
  changes(
    "same",
    "The same password again revokes the tokens as well.",
    REVOKES,
    ask(change("$PASSWORD"), taken),
    ask(echo("$TOKEN"), REVOKED),
  ),
  badPassword("empty", "", "An empty password is refused."),
  badPassword("number", 1234567890, "A number as password is refused."),
  badPassword("null", null, "A password that is null is refused."),
];
