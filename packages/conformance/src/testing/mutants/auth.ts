import { Refusal } from "../../reference/behaviour.js";
import { answers, code, given, lets, type Mutant, method, mutant, rightMethods } from "./mutant.js";

const letsIn = (when: (password: unknown, right: string) => boolean) =>
  given("Authenticate", (params, state) =>
    when(params["Password"], state.password) ? { ...params, Password: state.password } : params,
  );
const api = (when: (value: unknown) => boolean) =>
  given("Authenticate", (params) => (when(params["API"]) ? { ...params, API: 1 } : params));
export const AUTH: readonly Mutant[] = [
  mutant(
    "login-no-token",
    "gives no token for the right password",
    "auth.login",
    answers("Authenticate", ({ Token: _token, ...rest }) => rest),
  ),
  mutant(
    "login-token-empty",
    "gives an empty token",
    "auth.login",
    answers("Authenticate", (result) => ({ ...result, Token: "" })),
  ),
  mutant(
    "login-token-number",
    "gives a number as token",
    "auth.login",
    answers("Authenticate", (result) => ({ ...result, Token: 17 })),
  ),
  mutant(
    "login-api-missing",
    "does not send its version at a login",
    "auth.login.api",
    answers("Authenticate", ({ API: _api, ...rest }) => rest),
  ),
  mutant(
    "password-wrong-code",
    "answers a wrong password with -32002",
    "auth.password.wrong",
    code("wrongPassword", -32002),
  ),
  mutant(
    "login-api-string",
    "sends its version as a string",
    "auth.login.api",
    answers("Authenticate", (result) => ({ ...result, API: "1" })),
  ),
  mutant(
    "login-api-zero",
    "sends the version 0",
    "auth.login.api",
    answers("Authenticate", (result) => ({ ...result, API: 0 })),
  ),
  mutant(
    "login-token-given",
    "refuses a login that carries a token",
    "auth.login.token-empty",
    lets("Authenticate", (params) => "Token" in params, {}),
  ),
  mutant(
    "password-wrong-empty",
    "answers a wrong password with an empty result",
    "auth.password.wrong",
    method("Authenticate", (params, state, behaviour) =>
      params["API"] === 1 && params["Password"] !== state.password
        ? {}
        : (rightMethods["Authenticate"]?.(params, state, behaviour) ?? {}),
    ),
  ),
  mutant(
    "password-any",
    "takes any password",
    ["auth.password.wrong", "security.factory"],
    letsIn((password) => typeof password === "string"),
  ),
  mutant(
    "password-prefix",
    "compares only the first letters of the password",
    "auth.password.long",
    letsIn(
      (password, right) => typeof password === "string" && password !== "" && password.startsWith(right),
    ),
  ),
  mutant(
    "password-cut",
    "takes the beginning of the password",
    "auth.password.cut",
    letsIn(
      (password, right) => typeof password === "string" && password.length > 5 && right.startsWith(password),
    ),
  ),
  mutant(
    "password-case",
    "compares the password in any letters",
    "auth.password.case",
    letsIn(
      (password, right) => typeof password === "string" && password.toLowerCase() === right.toLowerCase(),
    ),
  ),
  mutant(
    "password-empty",
    "takes an empty password",
    "auth.password.empty",
    letsIn((password) => password === ""),
  ),
  mutant(
    "password-missing",
    "lets in who sends no password",
    "auth.password.missing",
    letsIn((password) => password === undefined),
  ),
  mutant(
    "password-null",
    "lets in who sends null as password",
    "auth.password.null",
    letsIn((password) => password === null),
  ),
  mutant(
    "password-number",
    "lets in who sends a number as password",
    "auth.password.number",
    letsIn((password) => typeof password === "number"),
  ),
  mutant(
    "password-array",
    "takes an array for its first item",
    "auth.password.array",
    letsIn((password, right) => Array.isArray(password) && password[0] === right),
  ),
  mutant(
    "password-true",
    "takes true for the password",
    "auth.password.boolean",
    letsIn((password) => password === true),
  ),
  mutant(
    "password-factory",
    "still takes the factory password",
    "security.factory",
    letsIn((password) => password === "itoopie"),
  ),
  mutant("password-lock", "locks out everybody after one wrong password", "auth.password.again", locks()),
  mutant(
    "password-revokes",
    "revokes all tokens after a wrong password",
    "auth.token.failed-login",
    method("Authenticate", (params, state, behaviour) => {
      if (params["Password"] !== state.password) state.tokens.clear();
      return rightMethods["Authenticate"]?.(params, state, behaviour) ?? {};
    }),
  ),
  mutant(
    "api-missing",
    "does not ask for API",
    "auth.api.missing",
    api((value) => value === undefined),
  ),
  mutant("api-missing-code", "answers a missing API with -32602", "auth.api.missing", code("noApi", -32602)),
  mutant(
    "api-any",
    "takes any number as API",
    ["auth.api.two", "auth.api.zero", "auth.api.negative", "auth.api.high"],
    api((value) => typeof value === "number"),
  ),
  mutant(
    "api-zero",
    "takes API 0",
    "auth.api.zero",
    api((value) => value === 0),
  ),
  mutant(
    "api-later",
    "takes every later API",
    "auth.api.high",
    api((value) => Number(value) > 1),
  ),
  mutant("api-code", "answers an unsupported API with -32602", "auth.api.code", code("badApi", -32602)),
  mutant(
    "api-text",
    "takes a word as API",
    "auth.api.text",
    api((value) => value === "one"),
  ),
  mutant(
    "api-null",
    "takes null as API",
    "auth.api.null",
    api((value) => value === null),
  ),
];

function locks() {
  let locked = false;
  return method("Authenticate", (params, state, behaviour) => {
    if (locked) throw new Refusal("wrongPassword");
    locked = typeof params["Password"] === "string" && params["Password"] !== state.password;
    return rightMethods["Authenticate"]?.(params, state, behaviour) ?? {};
  });
}
