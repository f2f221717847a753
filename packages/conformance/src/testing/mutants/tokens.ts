import { Refusal } from "../../reference/behaviour.js";
import { RIGHT } from "../../reference/right.js";
import { GUARDED_METHODS } from "../../spec/keys.js";
import { answers, code, type Mutant, mutant, passes } from "./mutant.js";

/** Tokens are compared in a way that makes others equal to one that was given out. */
const likens = (alike: (given: string, right: string) => boolean) =>
  passes(
    (_name, { Token }, state) =>
      typeof Token === "string" &&
      Token !== "" &&
      [...state.tokens.keys()].some((token) => alike(Token, token)),
  );

export const TOKENS: readonly Mutant[] = [
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
