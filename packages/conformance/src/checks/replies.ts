import { isUtf8 } from "node:buffer";
import type { Watching } from "../check/check.js";
import type { Exchanged } from "../check/exchanged.js";
import { isSameNumber } from "../check/want.js";
import { http, jsonRpc, json as jsonText, s4, s7, s21, silent } from "../spec/clause.js";
import { isWhole } from "../spec/kinds.js";
import { isObject, Num, type Obj, readJson, show } from "../wire/json.js";
import { headerOf } from "../wire/reply.js";

/** Requests that HTTP itself may refuse, before anything of JSON-RPC. */
const isPlain = ({ send }: Exchanged): boolean =>
  (send.verb ?? "POST") === "POST" &&
  send.framing !== "half" &&
  send.framing !== "chunked" &&
  !Object.keys(send.headers ?? {}).some((name) => /^(origin|host|content-type|upgrade|expect)$/i.test(name));

/** Requests without an id, or with null for one, are notifications to some: they may be answered with nothing. */
const mayBeSilent = ({ sent, sentId }: Exchanged): boolean =>
  sentId === "null" || (sentId === undefined && isObject(readJson(sent.toString())?.value));

/** The reply as JSON-RPC; undefined for batches, and for what an HTTP status refuses with JSON of its own. */
const rpc = (one: Exchanged): Obj | undefined => {
  const { json, http: reply } = one;
  if (!isObject(json) || reply === undefined) return undefined;
  const isMeant = reply.status === 200 || "result" in json || isObject(json["error"]);
  return "jsonrpc" in json || (isMeant && isPlain(one)) ? json : undefined;
};

/** What is wrong with the reply, if it is one of JSON-RPC. */
const inReply =
  (wrong: (reply: Obj) => string | undefined): Watching["watch"] =>
  (one) => {
    const reply = rpc(one);
    return reply === undefined ? undefined : wrong(reply);
  };

const errorOf = (exchanged: Exchanged) => rpc(exchanged)?.["error"];
const codeOf = (exchanged: Exchanged): string | undefined => {
  const error = errorOf(exchanged);
  return isObject(error) ? show(error["code"]) : undefined;
};
const SUCCESS = s21("Success response: `jsonrpc`, `id`, `result` (object).");
const FAILURE = s21(
  "Failure response: `jsonrpc`, `id`, `error` with `code` (integer, see section 7) and `message` (string).",
);

/** Old TLS and what is no HTTP are judged elsewhere, and some actions answer only when they are done. */
const isJudged = ({ send, malformed }: Exchanged): boolean =>
  send.tls === undefined && !malformed && send.patience !== "blocking";

/** What is looked at in every reply of a run, whichever check asked. */
export const REPLIES: readonly Watching[] = [
  {
    id: "envelope.reply.json",
    level: "MUST",
    says: "Every reply is JSON.",
    clause: SUCCESS,
    watch: (one) => {
      if (one.http === undefined || one.http.status !== 200 || !isPlain(one)) return undefined;
      if (one.text === "") return mayBeSilent(one) ? undefined : "the body is empty";
      return one.json === undefined ? "the body is not JSON" : one.flaw;
    },
  },
  {
    id: "envelope.reply.utf8",
    level: "MUST",
    says: "Every reply of JSON-RPC is written in UTF-8.",
    clause: jsonText(
      "JSON text exchanged between systems that are not part of a closed ecosystem MUST be encoded using UTF-8.",
    ),
    watch: (one) =>
      rpc(one) === undefined || one.http === undefined || isUtf8(one.http.body)
        ? undefined
        : "the body is not UTF-8",
  },
  {
    id: "envelope.reply.version",
    level: "MUST",
    says: 'Every reply has `jsonrpc` with the value "2.0".',
    clause: SUCCESS,
    watch: inReply(({ jsonrpc }) => (jsonrpc === "2.0" ? undefined : `jsonrpc is ${show(jsonrpc)}`)),
  },
  {
    id: "envelope.reply.id",
    level: "MUST",
    says: "Every reply has the id of its request.",
    clause: s21("`id` | string | yes | Chosen by the client and echoed in the response."),
    watch: (one) => {
      const reply = rpc(one);
      if (
        reply === undefined ||
        one.sentId === undefined ||
        one.http?.status !== 200 ||
        /^-32(600|700)\b/.test(codeOf(one) ?? "")
      )
        return undefined;
      const id = show(reply["id"]);
      // A request that is too large is refused without having been read.
      const isUnread = "error" in reply && reply["id"] === null && one.sent.length > 1_000;
      return isUnread || isSameNumber(id, one.sentId) ? undefined : `the id ${one.sentId} came back as ${id}`;
    },
  },
  {
    id: "envelope.reply.either",
    level: "MUST",
    says: "A reply has a result or an error, and not both.",
    clause: jsonRpc(
      "Either the result member or error member MUST be included, but both members MUST NOT be included.",
    ),
    watch: inReply((reply) => {
      if ("result" in reply && "error" in reply) return "it has both";
      return "result" in reply || "error" in reply ? undefined : "it has neither";
    }),
  },
  {
    id: "envelope.reply.result",
    level: "MUST",
    says: "A result is an object.",
    clause: SUCCESS,
    watch: inReply((reply) =>
      !("result" in reply) || isObject(reply["result"])
        ? undefined
        : `the result is ${show(reply["result"])}`,
    ),
  },
  {
    id: "envelope.reply.members",
    level: "SHOULD",
    says: "A reply has no members but jsonrpc, id, and result or error.",
    clause: SUCCESS,
    watch: (one) => {
      const others = Object.keys(rpc(one) ?? {}).filter((name) => !/^(jsonrpc|id|result|error)$/.test(name));
      return others.length === 0 ? undefined : `it also has ${others.slice(0, 5).join(", ")}`;
    },
  },
  {
    id: "envelope.reply.names",
    level: "SHOULD",
    says: "No name stands twice in one object of a reply.",
    clause: silent("Names within an object should be unique (RFC 8259, section 4)."),
    watch: ({ repeated }) => (repeated.length === 0 ? undefined : `${repeated[0]} stands there twice`),
  },
  {
    id: "envelope.error.code",
    level: "MUST",
    says: "The code of an error is an integer.",
    clause: FAILURE,
    watch: (one) => {
      const error = errorOf(one);
      if (error === undefined) return undefined;
      const code = isObject(error) ? error["code"] : error;
      return code instanceof Num && isWhole(code.text) ? undefined : `the code is ${show(code)}`;
    },
  },
  {
    id: "envelope.error.code.plain",
    level: "SHOULD",
    says: "The code of an error is written without a fraction: -32601, not -32601.0.",
    clause: FAILURE,
    watch: (one) => {
      const code = codeOf(one);
      return code !== undefined && isWhole(code) && /[.eE]/.test(code) ? `the code is ${code}` : undefined;
    },
  },
  {
    id: "envelope.error.message",
    level: "MUST",
    says: "The message of an error is a string.",
    clause: FAILURE,
    watch: (one) => {
      const error = errorOf(one);
      if (!isObject(error)) return undefined;
      const message = error["message"];
      return typeof message === "string" ? undefined : `the message is ${show(message)}`;
    },
  },
  {
    id: "envelope.error.message.empty",
    level: "SHOULD",
    says: "The message of an error says something.",
    clause: jsonRpc("A String providing a short description of the error."),
    watch: (one) => {
      const error = errorOf(one);
      return isObject(error) && error["message"] === "" ? "the message is empty" : undefined;
    },
  },
  {
    id: "envelope.error.range",
    level: "SHOULD",
    says: "Codes come from section 7, or from the range that JSON-RPC leaves to servers.",
    clause: s7("Errors are returned in the `error` object with integer `code` and string `message`."),
    watch: (one) => {
      const code = codeOf(one);
      return code === undefined || /^-32(700|60[0-3]|0\d\d)(\.0+)?$/.test(code)
        ? undefined
        : `the code is ${code}`;
    },
  },
  {
    id: "http.status",
    level: "SHOULD",
    says: "Every outcome of JSON-RPC comes with HTTP status 200.",
    clause: silent("Mapping of errors to HTTP status codes: not shown. (section 7)"),
    watch: (one) => {
      if (one.http === undefined || !isPlain(one) || one.http.status === 200) return undefined;
      if (one.text === "" && mayBeSilent(one)) return undefined;
      return `HTTP ${one.http.status}`;
    },
  },
  {
    id: "http.redirect",
    level: "SHOULD",
    says: "A call is not redirected.",
    clause: s4("All operations are JSON-RPC calls sent as HTTP POST to the single endpoint"),
    watch: ({ http: reply }) =>
      reply !== undefined && reply.status >= 300 && reply.status < 400
        ? `HTTP ${reply.status} to ${JSON.stringify(headerOf(reply, "location") ?? "nowhere")}`
        : undefined,
  },
  {
    id: "http.type",
    level: "SHOULD",
    says: "Replies have the Content-Type application/json.",
    clause: silent("Content-Type of replies: not shown; that of requests is application/json. (section 2.1)"),
    watch: (one) => {
      if (one.http === undefined || rpc(one) === undefined) return undefined;
      const type = headerOf(one.http, "content-type");
      return /^application\/json\b/i.test(type ?? "")
        ? undefined
        : `it is ${JSON.stringify(type ?? "missing")}`;
    },
  },
  {
    id: "http.framing",
    level: "MUST",
    says: "Replies keep the rules of HTTP: lengths, chunks and lines are right.",
    clause: http(
      "A message body length is determined by Transfer-Encoding, Content-Length, or the end of the connection.",
    ),
    // A server may take up the offer of another protocol.
    watch: (one) =>
      one.malformed && !("Upgrade" in (one.send.headers ?? {})) ? one.trouble : one.http?.flaws[0],
  },
  {
    id: "http.prompt",
    level: "SHOULD",
    says: "Every request is answered in time, and in the bounds of what the kit takes.",
    clause: silent("Time-outs: not shown (section 8); without an answer there is no service."),
    watch: (one) => (isPlain(one) && isJudged(one) && one.http === undefined ? one.trouble : undefined),
  },
  {
    id: "security.quiet",
    level: "SHOULD",
    says: "No reply shows the inside of the server: stack traces, places of source files.",
    clause: silent(
      "Errors are returned in the `error` object with integer `code` and string `message`. (section 7)",
    ),
    endangers: true,
    watch: ({ text }) => (TRACE.test(text) ? "a reply shows a stack trace" : undefined),
  },
  {
    id: "security.password",
    level: "SHOULD",
    says: "No reply repeats the password.",
    clause: silent("Password for the service: it goes from the client to the server only. (section 2.2)"),
    endangers: true,
    watch: ({ text, secrets }) =>
      secrets.some((secret) => text.includes(secret)) ? "a reply holds the password" : undefined,
  },
];

const TRACE =
  /\bat [\w$.<>]+\([\w$]+\.java:\d+\)|Traceback \(most recent|\n\s+at .+:\d+:\d+|goroutine \d+ \[/;
