import { Auth } from "../../../packages/server/src/auth/auth.js";
import { Tokens } from "../../../packages/server/src/auth/sessions/tokens.js";
import { SENTENCES } from "../world/sentences.js";
import { type Fault, leaveOut, replace } from "./fault.js";

const ACCESS_IS = "Who has access is exactly who was given it and not revoked.";

const TOKEN = ["make a token", { who: 0, name: "reader", scope: "read", days: 1 }] as const;
const ANOTHER = [
  "change the password",
  { who: 0, password: "another password", keepTokens: true, own: true },
] as const;

export const ACCESS: readonly Fault[] = [
  {
    name: "a revoked token works again after the next start",
    put: () => leaveOut("DELETE FROM token WHERE hash"),
    breaks: ACCESS_IS,
    steps: [TOKEN, ["revoke a token", { who: 0, name: "reader" }], ["restart the service", {}]],
  },
  {
    name: "a revoked token still reads",
    put: () =>
      replace(
        Tokens,
        "revokeEach",
        () =>
          async function (this: Tokens, _which, _signal, alongside) {
            await this.store.write(() => {}, alongside);
          },
      ),
    breaks: ACCESS_IS,
    steps: [TOKEN, ["revoke a token", { who: 0, name: "reader" }]],
  },
  {
    name: "the scope of a token is not checked",
    put: () =>
      replace(
        Tokens,
        "check",
        (was) =>
          function (this: Tokens, token) {
            const session = was.call(this, token);
            return Object.assign(Object.create(session), { scope: "all" });
          },
      ),
    breaks: SENTENCES.answer,
    steps: [TOKEN, ["set advanced settings", { who: 1, some: [[0, 0]] }]],
  },
  {
    name: "sessions outlive a change of the password",
    put: () => replace(Tokens, "revokeAll", () => (write) => write(() => {})),
    breaks: ACCESS_IS,
    steps: [["log in", {}], ANOTHER],
  },
  {
    name: "tokens that are to be kept end with the old password",
    put: () =>
      replace(
        Tokens,
        "revokeAll",
        (was) =>
          function (this: Tokens, write) {
            return was.call(this, write, false);
          },
      ),
    breaks: ACCESS_IS,
    steps: [TOKEN, ANOTHER],
  },
  {
    name: "a token outlives its life",
    put: () =>
      replace(
        Tokens,
        "issueForProgram",
        (was) =>
          function (this: Tokens, token, ...rest) {
            return was.call(this, { ...token, lifetimeMs: token.lifetimeMs * 2 }, ...rest);
          },
      ),
    breaks: ACCESS_IS,
    steps: [
      ["make a token", { who: 0, name: "reader", scope: "read", days: 0.01 }],
      ...Array.from({ length: 10 }, () => ["time passes", { seconds: 90 }] as const),
    ],
  },
  {
    name: "who logs out stays logged in",
    put: () =>
      replace(
        Tokens,
        "logOut",
        () =>
          async function (this: Tokens, _session, _signal, alongside) {
            await this.store.write(() => {}, alongside);
          },
      ),
    breaks: ACCESS_IS,
    steps: [
      ["log in", {}],
      ["log out", { who: 1 }],
    ],
  },
  {
    name: "who ends all other sessions ends the own one too",
    put: () =>
      replace(
        Tokens,
        "revokeEach",
        (was) =>
          function (this: Tokens, _which, ...rest) {
            return was.call(this, () => this.sessions(), ...rest);
          },
      ),
    breaks: ACCESS_IS,
    steps: [
      ["log in", {}],
      ["revoke all other sessions", { who: 1 }],
    ],
  },
  {
    name: "a new password is forgotten at the next start",
    put: () =>
      leaveOut("INSERT INTO value", ([name, text]) => name === "password" && !String(text).includes("first")),
    breaks: SENTENCES.answer,
    steps: [ANOTHER, ["restart the service", {}], ["log in", {}]],
  },
  {
    name: "every password is right",
    put: () =>
      replace(
        Auth,
        "login",
        (was) =>
          function (this: Auth, _candidate, ...rest) {
            return was.call(this, "the first password", ...rest);
          },
      ),
    breaks: SENTENCES.answer,
    steps: [["log in with a wrong password", {}]],
  },
];
