import { type Asking, ask, call, type Level, login, must } from "../check/check.js";
import { error, errorCodeOf, has, resultOf, summary, that, type Want } from "../check/want.js";
import { errorClause, s4, s9, s22, s32, s41, silent } from "../spec/clause.js";
import { isWhole, nonEmpty } from "../spec/kinds.js";
import { Num } from "../wire/json.js";

const authenticate = (params: { readonly [name: string]: string | number | null | object | boolean }) =>
  call("Authenticate", params, null);

/** Whatever it answers, it must not be a token. */
const noToken: Want = that("no Token", (view) =>
  typeof resultOf(view)?.["Token"] === "string" ? `got ${summary(view)}` : undefined,
);

/** Section 9 says what an API that is not supported gets, and leaves open which are, beside 1. */
const OTHERS = s9("The list of supported `API` values other than 1: not shown.");

/** A login that must fail with one of these codes. */
const fails = (
  name: string,
  says: string,
  params: Parameters<typeof authenticate>[0],
  codes: readonly number[],
  level: Level = "MUST",
  clause = codes[0] === -32602
    ? s41("params: `API` (long, required), `Password` (string, required).")
    : errorClause(codes[0] ?? 0),
): Asking => ({
  id: `auth.${name}`,
  level,
  says,
  clause,
  ...(name.startsWith("password") ? { endangers: true as const } : {}),
  steps: [ask(authenticate(params), noToken, error(...codes))],
});

/** What the wrong password gets, and what is no password at all. */
const WRONG = [-32001];
const NO_PASSWORD = [-32602, -32001];

/** A login with this as its password. */
const password = (
  name: string,
  says: string,
  Password: string | number | null | object | boolean,
  codes: readonly number[] = WRONG,
): Asking => fails(`password.${name}`, says, { API: 1, Password }, codes);

export const AUTH: readonly Asking[] = [
  must(
    "auth.login",
    "The right password and API 1 give a token.",
    s32(
      "No token | `Authenticate` | correct password and supported API version | Token issued | Response carries `Token` and `API`.",
    ),
    ask(login(), has("Token", nonEmpty)),
  ),
  must(
    "auth.login.api",
    "The reply to a login tells the version of the interface as a whole number.",
    s22("`API` | response | long | Primary protocol version implemented by the server."),
    ask(
      login(),
      that("API: a whole number, at least 1", (view) => {
        const value = resultOf(view)?.["API"];
        const isVersion = value instanceof Num && isWhole(value.text) && Number(value.text) >= 1;
        return isVersion ? undefined : `got ${summary(view)}`;
      }),
    ),
  ),
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
  password("wrong", "A wrong password gives no token.", "$WRONG_PASSWORD"),
  password("cut", "The password without its last letter is a wrong one.", "$CUT_PASSWORD"),
  password("long", "The password with a letter more is a wrong one.", "$LONG_PASSWORD"),
  password("case", "The password in other letters is a wrong one.", "$CASE_PASSWORD"),
  password("empty", "An empty password gives no token.", "", [-32001, -32602]),
  fails("password.missing", "A login without a password gives no token.", { API: 1 }, NO_PASSWORD),
  password("null", "A password that is null gives no token.", null, NO_PASSWORD),
  password("number", "A number as password gives no token.", 12345, NO_PASSWORD),
  password("array", "An array that holds the password gives no token.", ["$PASSWORD"], NO_PASSWORD),
  password("boolean", "true as password gives no token.", true, NO_PASSWORD),
  {
    id: "auth.password.again",
    level: "SHOULD",
    says: "After a wrong password the right one still gives a token.",
    clause: silent(
      "Rate limits, request size limits, time-outs and token lifetime: not shown. (section 8) One mistake should not lock anybody out.",
    ),
    needs: ["token"],
    steps: [
      ask(authenticate({ API: 1, Password: "$WRONG_PASSWORD" }), noToken),
      ask(login(), has("Token", nonEmpty)),
    ],
  },
  fails("api.missing", "A login without API is refused.", { Password: "$PASSWORD" }, [-32005]),
  must(
    "auth.api.code",
    "A whole number as API that gives no token gives -32006.",
    s9("A missing `API` gives -32005. An unsupported one gives -32006."),
    ...[-1, 0, 2, 1_000_000].map((API) =>
      ask(
        authenticate({ API, Password: "$PASSWORD" }),
        that("a Token, or error -32006", (view) =>
          typeof resultOf(view)?.["Token"] === "string" || errorCodeOf(view) === -32006
            ? undefined
            : `API ${API}: got ${summary(view)}`,
        ),
      ),
    ),
  ),
  ...(
    [
      ["two", 2],
      ["zero", 0],
      ["negative", -1],
      ["high", 1_000_000],
    ] as const
  ).map(([name, API]) =>
    fails(
      `api.${name}`,
      `API ${API} is not supported.`,
      { API, Password: "$PASSWORD" },
      [-32006],
      "SHOULD",
      OTHERS,
    ),
  ),
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
];
