import { type Asking, ask, call, type Level, login } from "../check/check.js";
import { error, has, resultOf, summary, that, type Want } from "../check/want.js";
import { errorClause, s4, s5, s22, s32, s41 } from "../spec/clause.js";
import { nonEmpty } from "../spec/kinds.js";
import { Num } from "../wire/json.js";

const authenticate = (params: { readonly [name: string]: string | number | null | object | boolean }) =>
  call("Authenticate", params, null);

/** Whatever it answers, it must not be a token. */
const noToken: Want = that("no Token", (view) =>
  typeof resultOf(view)?.["Token"] === "string"
    ? `got ${summary(view).replace(/"Token":"[^"]*"/, '"Token":…')}`
    : undefined,
);

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
];
