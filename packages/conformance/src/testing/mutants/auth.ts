import { Refusal } from "../../reference/behaviour.js";
import { RIGHT } from "../../reference/right.js";
import { GUARDED_METHODS } from "../../spec/keys.js";
import { answers, code, given, lets, type Mutant, method, mutant, passes, rightMethods } from "./mutant.js";

const letsIn = (when: (password: unknown, right: string) => boolean) =>
  given("Authenticate", (params, state) =>
    when(params["Password"], state.password) ? { ...params, Password: state.password } : params,
  );
const api = (when: (value: unknown) => boolean) =>
  given("Authenticate", (params) => (when(params["API"]) ? { ...params, API: 1 } : params));
/** Tokens are compared in a way that makes others equal to one that was given out. */
const likens = (alike: (given: string, right: string) => boolean) =>
  passes(
    (_name, { Token }, state) =>
      typeof Token === "string" &&
      Token !== "" &&
      [...state.tokens.keys()].some((token) => alike(Token, token)),
  );

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
    "does not tell its version at a login",
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
    "tells its version as a string",
    "auth.login.api",
    answers("Authenticate", (result) => ({ ...result, API: "1" })),
  ),
  mutant(
    "login-api-zero",
    "tells the version 0",
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
  mutant("api-code", "answers an unsupported API with -32602", "auth.api.high", code("badApi", -32602)),
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
  ...GUARDED_METHODS.flatMap((name) => [
    mutant(
      `token-missing-${name}`,
      `carries out ${name} without a token`,
      `auth.token.missing.${name}`,
      passes((one, { Token }) => one === name && Token === undefined),
    ),
    mutant(
      `token-unknown-${name}`,
      `carries out ${name} with any token`,
      `auth.token.unknown.${name}`,
      passes((one, { Token }) => one === name && typeof Token === "string"),
    ),
  ]),
  mutant(
    "token-missing-code",
    "answers a missing token with -32003",
    "auth.token.missing.Echo",
    code("noToken", -32003),
  ),
  mutant(
    "token-unknown-code",
    "answers an unknown token with -32002",
    "auth.token.unknown.Echo",
    code("unknownToken", -32002),
  ),
  mutant(
    "token-empty",
    "takes an empty token",
    "auth.token.empty",
    passes((_name, { Token }) => Token === ""),
  ),
  mutant(
    "token-clock",
    "takes the time of day as token",
    "auth.token.clock",
    passes((_name, { Token }) => Math.abs(Number(Token) - Date.now() / 1_000) < 60),
  ),
  mutant(
    "token-prefix",
    "compares only the first letters of tokens",
    ["auth.token.cut", "auth.token.long"],
    likens((one, right) => one.slice(0, 10) === right.slice(0, 10)),
  ),
  mutant(
    "token-case",
    "compares tokens in any letters",
    "auth.token.case",
    likens((one, right) => one.toLowerCase() === right.toLowerCase()),
  ),
  mutant(
    "token-trimmed",
    "takes blanks around tokens away",
    "auth.token.blank",
    likens((one, right) => one.trim() === right),
  ),
  mutant(
    "token-password",
    "takes the password as token",
    "auth.token.password",
    passes((_name, { Token }, state) => Token === state.password),
  ),
  mutant(
    "token-path",
    "takes a token with a slash in it",
    "auth.token.path",
    passes((_name, { Token }) => String(Token).includes("/etc/")),
  ),
  mutant(
    "token-prototype",
    "looks tokens up along the prototype",
    "auth.token.prototype",
    passes((_name, { Token }) => String(Token) in {}),
  ),
  mutant(
    "token-null",
    "takes null as token",
    "auth.token.null",
    passes((_name, { Token }) => Token === null),
  ),
  mutant(
    "token-number",
    "takes a number as token",
    "auth.token.number",
    passes((_name, { Token }) => typeof Token === "number"),
  ),
  mutant(
    "token-true",
    "takes true as token",
    "auth.token.boolean",
    passes((_name, { Token }) => Token === true),
  ),
  mutant(
    "token-object",
    "takes an object as token",
    "auth.token.object",
    passes((_name, { Token }) => typeof Token === "object" && Token !== null),
  ),
  mutant("token-once", "forgets a token after its first use", "auth.token.repeated", {
    token: (name, params, state) => {
      const wrong = RIGHT.token(name, params, state);
      state.tokens.delete(String(params["Token"]));
      return wrong;
    },
  }),
  mutant(
    "token-latest",
    "keeps only the latest token",
    "auth.token.several",
    answers("Authenticate", (result, _params, state) => {
      for (const token of state.tokens.keys()) if (token !== result["Token"]) state.tokens.delete(token);
      return result;
    }),
  ),
  mutant(
    "token-write",
    "lets writes pass without a token",
    "auth.token.write",
    passes(
      (name, params) =>
        name === "NetworkSetting" &&
        params["Token"] === undefined &&
        Object.values(params).some((value) => typeof value === "string"),
    ),
  ),
  mutant("token-write-late", "looks at the token after it has written", "auth.token.write-unknown", {
    token: (name, params, state) => {
      if (name === "NetworkSetting")
        try {
          void RIGHT.methods[name]?.(params, state, RIGHT);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      return RIGHT.token(name, params, state);
    },
  }),
  mutant(
    "token-expired-honoured",
    "honours tokens past their time",
    "auth.token.expired",
    passes((_name, { Token }, state) => state.tokens.has(String(Token))),
  ),
  mutant(
    "token-expired-code",
    "answers a token past its time with -32003",
    "auth.token.expired",
    code("expiredToken", -32003),
  ),
  mutant("token-expired-kept", "does not remove tokens past their time", "auth.token.removed", {
    token: (name, params, state) => {
      const until = state.tokens.get(String(params["Token"]));
      const wrong = RIGHT.token(name, params, state);
      if (until !== undefined) state.tokens.set(String(params["Token"]), until);
      return wrong;
    },
  }),
  mutant("token-revived", "gives a token past its time a new life", "auth.token.removed", {
    token: (name, params, state) => {
      const wrong = RIGHT.token(name, params, state);
      if (wrong === "expiredToken") state.tokens.set(String(params["Token"]), Date.now() + 60_000);
      return wrong;
    },
  }),
];

function locks() {
  let locked = false;
  return method("Authenticate", (params, state, behaviour) => {
    if (locked) throw new Refusal("wrongPassword");
    locked = typeof params["Password"] === "string" && params["Password"] !== state.password;
    return rightMethods["Authenticate"]?.(params, state, behaviour) ?? {};
  });
}
