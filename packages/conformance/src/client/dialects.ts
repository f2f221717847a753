import type { Common } from "../check/check.js";
import { type Behaviour, type Params, Refusal } from "../reference/behaviour.js";
import { Double, METHODS } from "../reference/methods.js";
import { print, RIGHT } from "../reference/right.js";
import { s5, s23, s23a, s43, silent } from "../spec/clause.js";

/** How a server in the field answers, and what a client should make of it. */
export interface Dialect extends Pick<Common, "level" | "says" | "clause"> {
  readonly name: string;
  /** The client still does its work; or says that it failed; or only has to end on its own. */
  readonly wants: "works" | "fails" | "ends";
  readonly behaviour: () => Partial<Behaviour>;
}

const SEEN = silent(
  "Seen from servers in the field. A client meets it without a crash, a hang or a storm of requests.",
);
const asText = (result: Params): Params =>
  Object.fromEntries(
    Object.entries(result).map(([name, value]) => [
      name,
      value instanceof Double ? String(value.value) : typeof value === "number" ? String(value) : value,
    ]),
  );
const asNumbers = (result: Params): Params =>
  Object.fromEntries(
    Object.entries(result).map(([name, value]) => [
      name,
      typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  );
const texts = (change: (text: string) => string): Partial<Behaviour> => ({
  print: (reply) => change(print(reply)),
});
const isLogin = (sent: string) => sent.includes('"Authenticate"');

/** The first call after a login is refused, once. */
function once(error: "expiredToken" | "unknownToken"): Partial<Behaviour> {
  let done = false;
  return {
    token: (method, params, state) => {
      const wrong = RIGHT.token(method, params, state);
      if (wrong !== undefined || done) return wrong;
      done = true;
      state.tokens.delete(String(params["Token"]));
      return error;
    },
  };
}

const instead = (status: number, type: string, text: string): Partial<Behaviour> => ({
  wire: (wire, _request, sent) => {
    const body = Buffer.from(text);
    const headers = { "Content-Type": type, "Content-Length": String(body.length) };
    return isLogin(sent) ? wire : { status, headers, body };
  },
});

const seen = (
  name: string,
  wants: Dialect["wants"],
  says: string,
  behaviour: Dialect["behaviour"],
): Dialect => ({ name, says, clause: SEEN, level: "SHOULD", wants, behaviour });

export const DIALECTS: readonly Dialect[] = [
  {
    name: "standard",
    says: "A server that does everything as the specification says.",
    clause: s5("The client sends `Token` in `params` of every later request."),
    level: "MUST",
    wants: "works",
    behaviour: () => ({}),
  },
  {
    name: "strings",
    says: "Numbers come as strings.",
    clause: s23(
      "Some fields may arrive as numbers or as strings depending on the implementation version; clients must accept both.",
    ),
    level: "MUST",
    wants: "works",
    behaviour: () => ({
      methods: {
        ...METHODS,
        RouterInfo: (params, state) => asText(METHODS.RouterInfo(params, state)),
        GetRate: (params) => asText(METHODS.GetRate(params)),
      },
    }),
  },
  {
    name: "numbers",
    says: "Settings come as numbers.",
    clause: s23a(
      "Versions of the C++ implementation before 2.41 may return numbers instead of strings; clients handle both.",
    ),
    level: "MUST",
    wants: "works",
    behaviour: () => ({
      methods: {
        ...METHODS,
        NetworkSetting: (params, state, behaviour) =>
          asNumbers(METHODS.NetworkSetting(params, state, behaviour)),
      },
    }),
  },
  {
    name: "rate",
    says: "A rate comes as `Rate`.",
    clause: s43(
      "The field is named `Result` in the primary description; variants show it as `Rate`. A client accepts either name.",
    ),
    level: "MUST",
    wants: "works",
    behaviour: () => ({
      methods: { ...METHODS, GetRate: (params) => ({ Rate: METHODS.GetRate(params)["Result"] }) },
    }),
  },
  {
    name: "whole-doubles",
    says: "Doubles come without a fraction.",
    clause: s23(
      "Some fields may arrive as numbers or as strings depending on the implementation version; clients must accept both.",
    ),
    level: "SHOULD",
    wants: "works",
    behaviour: () => texts((text) => text.replaceAll(/(\d+)\.\d+(?=[,}])/g, "$1")),
  },
  {
    name: "expired",
    says: "The token has expired: the client logs in again.",
    clause: s5("An expired token gets -32004 and is removed."),
    level: "SHOULD",
    wants: "works",
    behaviour: () => once("expiredToken"),
  },
  {
    name: "forgotten",
    says: "The server has forgotten the token: the client logs in again.",
    clause: s5("An unknown token gets -32003."),
    level: "SHOULD",
    wants: "works",
    behaviour: () => once("unknownToken"),
  },
  seen("comma", "ends", "Results have a trailing comma.", () =>
    texts((text) => text.replace(/\}\}$/, ",}}")),
  ),
  seen("comma-first", "ends", "Results have a comma before their first field.", () =>
    texts((text) => text.replace('"result":{"', '"result":{,"')),
  ),
  seen("unquoted-id", "ends", "String ids come back without quotes.", () =>
    texts((text) => text.replace(/"id":"([^"]*)"/, '"id":$1')),
  ),
  seen("empty-result", "ends", "Results are empty.", () => ({
    reply: (reply, request) =>
      request.method === "Authenticate" || reply.error !== undefined ? reply : { ...reply, result: {} },
  })),
  seen(
    "empty-login",
    "fails",
    "A login that is refused comes as an empty result: the client says that it failed.",
    () => ({ methods: { ...METHODS, Authenticate: () => ({}) } }),
  ),
  seen(
    "wrong-password",
    "fails",
    "The password is wrong: the client says so, and does not go on guessing.",
    () => ({
      methods: {
        ...METHODS,
        Authenticate: () => {
          throw new Refusal("wrongPassword");
        },
      },
    }),
  ),
  seen("http-500", "fails", "The server answers with HTTP 500 and a page.", () =>
    instead(500, "text/html", "<html><body><h1>500</h1></body></html>"),
  ),
  seen("empty-body", "fails", "The body of replies is empty.", () => instead(200, "application/json", "")),
];
