import { errorClause, s1, s4, s5, s22, s32, s41, silent } from "../spec/clause.js";
import { GUARDED, GUARDED_METHODS } from "../spec/keys.js";
import { nonEmpty } from "../spec/kinds.js";
import { Num } from "../wire/json.js";
import { type Asking, ask, call, type Level, login } from "./check.js";
import { anyError, error, has, holds, resultOf, summary, that, type Want } from "./want.js";

const authenticate = (params: { readonly [name: string]: string | number | null | object | boolean }) =>
  call("Authenticate", params, null);

/** Whatever it answers, it must not be a token. */
const noToken: Want = that("no Token", (view) =>
  typeof resultOf(view)?.["Token"] === "string"
    ? `got ${summary(view).replace(/"Token":"[^"]*"/, '"Token":…')}`
    : undefined,
);

const echo = (token: string | null) => call("Echo", { Echo: "hello" }, token);
const GUARD = s1("every method except `Authenticate` requires a token obtained by authenticating first.");
const READ = { "svc.router.net.bw.in": null };

/** A login that must fail with one of these codes. */
const fails = (
  name: string,
  says: string,
  params: Parameters<typeof authenticate>[0],
  codes: readonly number[],
  level: Level = "MUST",
): Asking => ({
  id: `auth.${name}`,
  level,
  says,
  clause:
    codes[0] === -32602
      ? s41("params: `API` (long, required), `Password` (string, required).")
      : errorClause(codes[0] ?? 0),
  ...(name.startsWith("password") ? { endangers: true as const } : {}),
  steps: [ask(authenticate(params), noToken, error(...codes))],
});

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

/** A token that is no string. */
const badType = (name: string, says: string, token: number | null | object | boolean): Asking => ({
  id: `auth.token.${name}`,
  level: "SHOULD",
  says,
  clause: s4("Every method except `Authenticate` takes `Token` (string, required) in `params`."),
  endangers: true,
  steps: [ask(call("Echo", { Echo: "hello", Token: token }, null), error(-32002, -32003, -32602))],
});

export const AUTH: readonly Asking[] = [
  {
    id: "auth.login",
    level: "MUST",
    says: "The right password and API 1 give a token.",
    clause: s32(
      "No token | `Authenticate` | correct password and supported API version | Token issued | Response carries `Token` and `API`.",
    ),
    steps: [ask(login(), has("Token", nonEmpty))],
  },
  {
    id: "auth.login.api",
    level: "MUST",
    says: "The reply to a login tells the version of the interface as a whole number.",
    clause: s22("`API` | response | long | Primary protocol version implemented by the server."),
    steps: [
      ask(
        login(),
        that("API: a whole number, at least 1", (view) => {
          const value = resultOf(view)?.["API"];
          return value instanceof Num && /^[1-9]\d*$/.test(value.text)
            ? undefined
            : `got ${summary(view).replace(/"Token":"[^"]*"/, '"Token":…')}`;
        }),
      ),
    ],
  },
  {
    id: "auth.login.token-empty",
    level: "SHOULD",
    says: "A login that carries an empty token is a login all the same.",
    clause: s4("Every method except `Authenticate` takes `Token` (string, required) in `params`."),
    needs: ["token"],
    steps: [
      ask(call("Authenticate", { API: 1, Password: "$PASSWORD", Token: "" }, null), has("Token", nonEmpty)),
    ],
  },
  fails(
    "password.wrong",
    "A wrong password gives no token.",
    { API: 1, Password: "$WRONG_PASSWORD" },
    [-32001],
  ),
  fails(
    "password.cut",
    "The password without its last letter is a wrong one.",
    { API: 1, Password: "$CUT_PASSWORD" },
    [-32001],
  ),
  fails(
    "password.long",
    "The password with a letter more is a wrong one.",
    { API: 1, Password: "$LONG_PASSWORD" },
    [-32001],
  ),
  fails(
    "password.case",
    "The password in other letters is a wrong one.",
    { API: 1, Password: "$CASE_PASSWORD" },
    [-32001],
  ),
  fails("password.empty", "An empty password gives no token.", { API: 1, Password: "" }, [-32001, -32602]),
  fails("password.missing", "A login without a password gives no token.", { API: 1 }, [-32602, -32001]),
  fails(
    "password.null",
    "A password that is null gives no token.",
    { API: 1, Password: null },
    [-32602, -32001],
  ),
  fails(
    "password.number",
    "A number as password gives no token.",
    { API: 1, Password: 12345 },
    [-32602, -32001],
  ),
  fails(
    "password.array",
    "An array that holds the password gives no token.",
    { API: 1, Password: ["$PASSWORD"] },
    [-32602, -32001],
  ),
  fails("password.boolean", "true as password gives no token.", { API: 1, Password: true }, [-32602, -32001]),
  {
    id: "auth.password.again",
    level: "MUST",
    says: "After a wrong password the right one still gives a token.",
    clause: s5("The client sends `Authenticate` with `API` and `Password`."),
    needs: ["token"],
    steps: [
      ask(authenticate({ API: 1, Password: "$WRONG_PASSWORD" }), noToken),
      ask(login(), has("Token", nonEmpty)),
    ],
  },
  fails("api.missing", "A login without API is refused.", { Password: "$PASSWORD" }, [-32005]),
  fails("api.two", "API 2 is not supported.", { API: 2, Password: "$PASSWORD" }, [-32006], "SHOULD"),
  fails("api.zero", "API 0 is not supported.", { API: 0, Password: "$PASSWORD" }, [-32006]),
  fails("api.negative", "API -1 is not supported.", { API: -1, Password: "$PASSWORD" }, [-32006]),
  fails("api.high", "API 1000000 is not supported.", { API: 1_000_000, Password: "$PASSWORD" }, [-32006]),
  fails(
    "api.text",
    "A word as API is refused.",
    { API: "one", Password: "$PASSWORD" },
    [-32006, -32602, -32005],
    "SHOULD",
  ),
  fails(
    "api.null",
    "An API that is null is refused.",
    { API: null, Password: "$PASSWORD" },
    [-32005, -32006, -32602],
    "SHOULD",
  ),
  ...GUARDED_METHODS.map(
    (method): Asking => ({
      id: `auth.token.missing.${method}`,
      level: "MUST",
      says: `${method} without a token is refused.`,
      clause: errorClause(-32002),
      endangers: true,
      steps: [ask(call(method, GUARDED[method], null), error(-32002))],
    }),
  ),
  ...GUARDED_METHODS.map(
    (method): Asking => ({
      id: `auth.token.unknown.${method}`,
      level: "MUST",
      says: `${method} with a token that was never given out is refused.`,
      clause: errorClause(-32003),
      endangers: true,
      steps: [ask(call(method, GUARDED[method], "$STRANGE_TOKEN"), error(-32003))],
    }),
  ),
  strange("empty", "An empty token is refused.", "", [-32002, -32003]),
  strange("clock", "The time of day is no token.", "$CLOCK"),
  strange("cut", "A token without its last letter is another token.", "$CUT_TOKEN"),
  strange("long", "A token with a letter more is another token.", "$LONG_TOKEN"),
  strange("case", "A token in other letters is another token.", "$CASE_TOKEN"),
  strange("blank", "A token with a blank before it is another token.", " $TOKEN"),
  strange("password", "The password is no token.", "$PASSWORD"),
  strange("path", "A path as token is an unknown token.", "../../etc/passwd"),
  strange("prototype", "`constructor` is an unknown token.", "constructor"),
  badType("null", "A token that is null is refused.", null),
  badType("number", "A number as token is refused.", 1),
  badType("boolean", "true as token is refused.", true),
  badType("object", "An object as token is refused.", {}),
  {
    id: "auth.token.repeated",
    level: "MUST",
    says: "A token serves any number of calls.",
    clause: s5("The client sends `Token` in `params` of every later request."),
    needs: ["token"],
    steps: [ask(echo("$TOKEN"), holds("Result", "hello")), ask(echo("$TOKEN"), holds("Result", "hello"))],
  },
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
  {
    id: "auth.token.failed-login",
    level: "MUST",
    says: "A login that fails leaves tokens as they are.",
    clause: s5("The client sends `Token` in `params` of every later request."),
    needs: ["token"],
    steps: [
      ask(authenticate({ API: 1, Password: "$WRONG_PASSWORD" }), noToken),
      ask(echo("$TOKEN"), holds("Result", "hello")),
    ],
  },
  {
    id: "auth.token.write",
    level: "MUST",
    says: "A write without a token is refused, and changes nothing.",
    clause: GUARD,
    needs: ["token", "writes"],
    endangers: true,
    setting: "router.net.bw.in",
    steps: [
      ask(call("NetworkSetting", { "svc.router.net.bw.in": "$NEW" }, null), error(-32002)),
      ask(call("NetworkSetting", READ), holds("svc.router.net.bw.in", "$OLD")),
    ],
  },
  {
    id: "auth.token.write-unknown",
    level: "MUST",
    says: "A write with an unknown token is refused, and changes nothing.",
    clause: GUARD,
    needs: ["token", "writes"],
    endangers: true,
    setting: "router.net.bw.in",
    steps: [
      ask(call("NetworkSetting", { "svc.router.net.bw.in": "$NEW" }, "$STRANGE_TOKEN"), error(-32003)),
      ask(call("NetworkSetting", READ), holds("svc.router.net.bw.in", "$OLD")),
    ],
  },
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
