import type { Common } from "../check/check.js";
import { s4, s5, s21, s22, s23a, s43, silent } from "../spec/clause.js";
import { Num, show } from "../wire/json.js";
import type { Observed, Seen } from "./observed.js";

/** Something that every request of a client must keep to. */
export interface SendCheck extends Common {
  /** Only these requests are looked at. */
  readonly about?: (request: Seen) => boolean;
  readonly wrong: (request: Seen, observed: Observed) => string | undefined;
}

const KNOWN =
  /^(Authenticate|RouterInfo|GetRate|RouterManager|NetworkSetting|AdvancedSettings|Echo|ServiceControl)$/;
const CALL = s21("Request (HTTP body is JSON, `Content-Type: application/json`)");
const SECRET = silent("Where secrets may travel: not shown. Addresses and headers are logged on the way.");
const isCall = ({ call }: Seen) => call !== undefined;
const isMethod = (name: string) => (request: Seen) => request.method === name;
const inOpen = ({ address, headers }: Seen, secret: string) =>
  [
    address,
    decodeURIComponent(address.replaceAll(/%(?![\da-f]{2})/gi, "")),
    ...Object.values(headers).flat(),
  ].some((text) => text?.includes(secret));

export const SEND_CHECKS: readonly SendCheck[] = [
  {
    id: "client.send.post",
    level: "MUST",
    says: "Every call is a POST.",
    clause: s4("All operations are JSON-RPC calls sent as HTTP POST to the single endpoint"),
    wrong: ({ verb }) => (verb === "POST" ? undefined : `it is a ${verb}`),
  },
  {
    id: "client.send.path",
    level: "SHOULD",
    says: "Calls go to the path of the address that the client was given.",
    clause: s4("All operations are JSON-RPC calls sent as HTTP POST to the single endpoint"),
    wrong: ({ address }) =>
      /^\/(jsonrpc\/?)?$/.test(address) ? undefined : `the path is ${JSON.stringify(address.slice(0, 100))}`,
  },
  {
    id: "client.send.type",
    level: "MUST",
    says: "The Content-Type is application/json.",
    clause: CALL,
    wrong: ({ headers }) =>
      /^application\/json\b(?!-)/i.test(headers["content-type"] ?? "")
        ? undefined
        : `it is ${JSON.stringify(headers["content-type"] ?? "missing")}`,
  },
  {
    id: "client.send.json",
    level: "MUST",
    says: "The body is JSON.",
    clause: CALL,
    wrong: ({ json }) => (json === undefined ? "it is not" : undefined),
  },
  {
    id: "client.send.version",
    level: "MUST",
    says: '`jsonrpc` is "2.0".',
    clause: s21('`jsonrpc` | string | yes | Value `"2.0"`.'),
    about: isCall,
    wrong: ({ call }) => (call?.["jsonrpc"] === "2.0" ? undefined : `it is ${show(call?.["jsonrpc"])}`),
  },
  {
    id: "client.send.id",
    level: "MUST",
    says: "Every call has an id.",
    clause: s21("`id` | string | yes | Chosen by the client and echoed in the response."),
    about: isCall,
    wrong: ({ call }) => (call?.["id"] === undefined ? "it has none" : undefined),
  },
  {
    id: "client.send.id.string",
    level: "SHOULD",
    says: "The id is a string, or a number for the servers that spoil strings.",
    clause: s21("`id` | string | yes | Chosen by the client and echoed in the response."),
    about: isCall,
    wrong: ({ call }) =>
      typeof call?.["id"] === "string" || call?.["id"] instanceof Num
        ? undefined
        : `it is ${show(call?.["id"])}`,
  },
  {
    id: "client.send.method",
    level: "SHOULD",
    says: "The method is one of section 4, or an extension with a dot in its name.",
    clause: s21("`method` | string | yes | One of the methods in section 4."),
    about: isCall,
    wrong: ({ method, call }) =>
      method !== undefined && (KNOWN.test(method) || method.includes("."))
        ? undefined
        : `it is ${show(call?.["method"])}`,
  },
  {
    id: "client.send.params",
    level: "MUST",
    says: "`params` is an object.",
    clause: s21("`params` | object | yes | Named parameters."),
    about: isCall,
    wrong: ({ params, call }) => (params === undefined ? `it is ${show(call?.["params"])}` : undefined),
  },
  {
    id: "client.send.api",
    level: "MUST",
    says: "A login asks for API 1, as a number.",
    clause: s22("`API` | request | long | Protocol version requested by the client. Use 1."),
    about: isMethod("Authenticate"),
    wrong: ({ params }) => (show(params?.["API"]) === "1" ? undefined : `it is ${show(params?.["API"])}`),
  },
  {
    id: "client.send.password",
    level: "MUST",
    says: "A login carries the password as a string.",
    clause: s22("`Password` | request | string | Password for the service."),
    about: isMethod("Authenticate"),
    wrong: ({ params }) => (typeof params?.["Password"] === "string" ? undefined : "it does not"),
  },
  {
    id: "client.send.token",
    level: "MUST",
    says: "Every other call carries a token that the server gave out.",
    clause: s5("The client sends `Token` in `params` of every later request."),
    about: (request) => request.method !== "Authenticate" && isCall(request),
    wrong: ({ params }, { tokens }) => (tokens.has(String(params?.["Token"])) ? undefined : "it does not"),
  },
  {
    id: "client.send.secrets",
    level: "SHOULD",
    says: "Neither the password nor the token is in an address or a header.",
    clause: SECRET,
    wrong: (request, { password, tokens }) =>
      [password, ...tokens].some((secret) => inOpen(request, secret)) ? "one of them is" : undefined,
  },
  {
    id: "client.send.password.once",
    level: "SHOULD",
    says: "Only logins and changes of the password carry the password.",
    clause: SECRET,
    about: ({ method }) => method !== "Authenticate" && method !== "ServiceControl",
    wrong: ({ body }, { password }) => (body.includes(password) ? "another call does" : undefined),
  },
  {
    id: "client.send.settings",
    level: "MUST",
    says: "NetworkSetting reads with null, and writes strings.",
    clause: s23a("`svc.router.net.bw.in` | string holding a non-negative integer"),
    about: isMethod("NetworkSetting"),
    wrong: ({ params }) => {
      const bad = Object.entries(params ?? {}).find(
        ([name, value]) => /\.router\.net\./.test(name) && value !== null && typeof value !== "string",
      );
      return bad === undefined ? undefined : `${bad[0]} is ${show(bad[1])}`;
    },
  },
  {
    id: "client.send.rate",
    level: "MUST",
    says: "GetRate has a string as `Stat` and a whole number as `Period`.",
    clause: s43(
      "params: `Token`; `Stat` (string, name of a router rate statistic); `Period` (long, milliseconds).",
    ),
    about: isMethod("GetRate"),
    wrong: ({ params }) =>
      typeof params?.["Stat"] === "string" && /^\d+$/.test(show(params["Period"]))
        ? undefined
        : `it has ${show(params?.["Stat"])} and ${show(params?.["Period"])}`,
  },
];
