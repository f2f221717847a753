import { type Asking, ask, call, login, must } from "../check/check.js";
import { anyError, error, has, holds } from "../check/want.js";
import { errorClause, s1, s4, s5, s32, silent } from "../spec/clause.js";
import { GUARDED, GUARDED_METHODS } from "../spec/keys.js";
import { nonEmpty } from "../spec/kinds.js";

const echo = (token: string | null) => call("Echo", { Echo: "hello" }, token);
const GUARD = s1("every method except `Authenticate` requires a token obtained by authenticating first.");
const READ = { "svc.router.net.bw.in": null };

/** No method is open without a token that was given out. */
const guarded = (name: string, says: string, token: string | null, code: number): Asking[] =>
  GUARDED_METHODS.map((method) => ({
    id: `auth.token.${name}.${method}`,
    level: "MUST",
    says: `${method} ${says} is refused.`,
    clause: errorClause(code),
    endangers: true,
    steps: [ask(call(method, GUARDED[method], token), error(code))],
  }));

/** A token that was never given out. */
const strange = (name: string, says: string, token: string, codes = [-32003]): Asking => ({
  id: `auth.token.${name}`,
  level: "MUST",
  says,
  clause: s5("A request without a token gets -32002. An unknown token gets -32003."),
  needs: ["token"],
  endangers: true,
  steps: [ask(echo(token), error(...codes))],
});

/** A token that was given out, written otherwise: which forms are the same token is for the server to say. */
const altered = (name: string, says: string, token: string): Asking => ({
  ...strange(name, says, token),
  level: "SHOULD",
  clause: silent("Token lifetime and token format: not shown. (section 5)"),
});

/** A token that is no string. */
const badType = (name: string, says: string, token: number | null | object | boolean): Asking => ({
  id: `auth.token.${name}`,
  level: "SHOULD",
  says,
  clause: s4("Every method except `Authenticate` takes `Token` (string, required) in `params`."),
  endangers: true,
  steps: [ask(call("Echo", { Echo: "hello", Token: token }, null), error(-32002, -32003, -32602))],
});

/** A write that no token opens. */
const unopened = (name: string, says: string, token: string | null, code: number): Asking => ({
  id: `auth.token.${name}`,
  level: "MUST",
  says,
  clause: GUARD,
  endangers: true,
  setting: "router.net.bw.in",
  steps: [
    ask(call("NetworkSetting", { "svc.router.net.bw.in": "$NEW" }, token), error(code)),
    ask(call("NetworkSetting", READ), holds("svc.router.net.bw.in", "$OLD")),
  ],
});

/** Who may call: nothing but a token that was given out opens a method. */
export const TOKENS: readonly Asking[] = [
  ...guarded("missing", "without a token", null, -32002),
  ...guarded("unknown", "with a token that was never given out", "$STRANGE_TOKEN", -32003),
  strange("empty", "An empty token is refused.", "", [-32002, -32003]),
  strange("clock", "The time of day is no token.", "$CLOCK"),
  altered("cut", "A token without its last letter is another token.", "$CUT_TOKEN"),
  altered("long", "A token with a letter more is another token.", "$LONG_TOKEN"),
  altered("case", "A token in other letters is another token.", "$CASE_TOKEN"),
  altered("blank", "A token with a blank before it is another token.", " $TOKEN"),
  strange("password", "The password is no token.", "$PASSWORD"),
  strange("path", "A path as token is an unknown token.", "../../etc/passwd"),
  strange("prototype", "`constructor` is an unknown token.", "constructor"),
  badType("null", "A token that is null is refused.", null),
  badType("number", "A number as token is refused.", 1),
  badType("boolean", "true as token is refused.", true),
  badType("object", "An object as token is refused.", {}),
  must(
    "auth.token.repeated",
    "A token serves any number of calls.",
    s5("The client sends `Token` in `params` of every later request."),
    ask(echo("$TOKEN"), holds("Result", "hello")),
    ask(echo("$TOKEN"), holds("Result", "hello")),
  ),
  {
    id: "auth.token.several",
    level: "SHOULD",
    says: "A second login leaves the token of the first as it is.",
    clause: silent(
      "Token lifetime and token format: not shown. (section 5) Two clients of one server are usual.",
    ),
    needs: ["token"],
    steps: [
      { ...ask(login(), has("Token", nonEmpty)), keep: { FIRST_TOKEN: "Token" } },
      { ...ask(login(), has("Token", nonEmpty)), keep: { SECOND_TOKEN: "Token" } },
      ask(echo("$FIRST_TOKEN"), holds("Result", "hello")),
      ask(echo("$SECOND_TOKEN"), holds("Result", "hello")),
    ],
  },
  must(
    "auth.token.failed-login",
    "A login that fails leaves tokens as they are.",
    s32(
      "Token issued | `ServiceControl` with `svccontrol.password` | always | All existing tokens revoked … Token issued | any method | token has expired | Token removed",
    ),
    ask(login("$WRONG_PASSWORD")),
    ask(echo("$TOKEN"), holds("Result", "hello")),
  ),
  unopened("write", "A write without a token is refused, and changes nothing.", null, -32002),
  unopened(
    "write-unknown",
    "A write with an unknown token is refused, and changes nothing.",
    "$STRANGE_TOKEN",
    -32003,
  ),
  {
    id: "auth.token.expired",
    level: "MUST",
    says: "A token past its time gets -32004.",
    clause: s5("An expired token gets -32004 and is removed."),
    needs: ["token", "token-lifetime"],
    endangers: true,
    steps: [
      { ...ask(login(), has("Token", nonEmpty)), keep: { OLD_TOKEN: "Token" } },
      { ...ask(echo("$OLD_TOKEN"), error(-32004)), pause: "expiry" },
    ],
  },
  {
    id: "auth.token.removed",
    level: "MUST",
    says: "A token past its time gets -32004 once, and is unknown then.",
    clause: s32("Token issued | any method | token has expired | Token removed | Error -32004."),
    needs: ["token", "token-lifetime"],
    endangers: true,
    steps: [
      { ...ask(login(), has("Token", nonEmpty)), keep: { OLD_TOKEN: "Token" } },
      { ...ask(echo("$OLD_TOKEN"), anyError), pause: "expiry" },
      ask(echo("$OLD_TOKEN"), error(-32003)),
    ],
  },
];
