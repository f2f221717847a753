import { type Asking, ask, call, type Level } from "../check/check.js";
import { holds, resultOf, status, summary, that, type Want } from "../check/want.js";
import { http, s4, s21, silent } from "../spec/clause.js";
import type { HttpReply } from "../wire/reply.js";
import type { Send } from "../wire/request.js";

const ECHO = call("Echo", { Echo: "hello" });
const HELLO = holds("Result", "hello");

const sends = (
  id: string,
  level: Level,
  says: string,
  clause: Asking["clause"],
  how: Partial<Send>,
  ...want: readonly Want[]
): Asking => ({
  id: `http.${id}`,
  level,
  says,
  clause,
  needs: ["token"],
  steps: [ask({ ...ECHO, ...how }, ...(want.length === 0 ? [HELLO] : want))],
});

const TYPE = silent(
  "Whether a server must look at the Content-Type of a request: not shown. Clients in the field send these.",
);
const POST = s4("All operations are JSON-RPC calls sent as HTTP POST to the single endpoint");

/** No call is carried out, whatever is answered, and whether or not that is HTTP. */
const notCarriedOut: Want = {
  ...that("no Echo in the answer", (view) =>
    resultOf(view)?.["Result"] === "hello" ? `got ${summary(view)}` : undefined,
  ),
  takesTrouble: true,
};

const closesFirst = ({ version, headers }: HttpReply): boolean =>
  version === "1.0" || headers.some(([name, value]) => /^connection$/i.test(name) && /close/i.test(value));

const HEADERS = {
  Host: "$HOST",
  "Content-Type": "application/json",
  "Content-Length": "$LENGTH",
  Connection: "close",
};
const LETTERS = [
  ["lower", "small", (name: string) => name.toLowerCase()],
  ["upper", "capital", (name: string) => name.toUpperCase()],
] as const;
const STREAM = http("TCP is a stream: a message may arrive in any number of pieces.");

export const HTTP: readonly Asking[] = [
  sends(
    "lengths",
    "MUST",
    "A reply is as long as it says, and nothing follows it.",
    http("A recipient MUST interpret the Content-Length field value as the exact length of the body."),
    {},
    that(
      "one reply, whole",
      (view) => view.http?.flaws[0] ?? (view.http === undefined ? view.trouble : undefined),
    ),
  ),
  ...LETTERS.map(([id, letters, spell]) =>
    sends(
      `header.${id}`,
      "MUST",
      `Names of headers are read in ${letters} letters too.`,
      http("Each field line consists of a case-insensitive field name followed by a colon."),
      { headers: Object.fromEntries(Object.entries(HEADERS).map(([name, value]) => [spell(name), value])) },
    ),
  ),
  sends(
    "header.unknown",
    "SHOULD",
    "A header that the server does not know does no harm.",
    http("A proxy or server SHOULD ignore unrecognized header fields."),
    {
      headers: { "X-Conformance": "1" },
    },
  ),
  sends("parts.two", "MUST", "Head and body may come in two packets.", STREAM, { framing: "two parts" }),
  sends("parts.drip", "MUST", "A request may come in several packets, cut anywhere.", STREAM, {
    framing: "drip",
  }),
  sends(
    "chunked",
    "MUST",
    "A body in chunks is read, or refused with HTTP 411.",
    http(
      "A recipient MUST be able to parse and decode the chunked transfer coding. … A server MAY reject a request that contains a message body but not a Content-Length by responding with 411 (Length Required).",
    ),
    { framing: "chunked" },
    that("Result in the result: hello; or HTTP 411", (view) =>
      view.http?.status === 411 ? undefined : HELLO.judge(view),
    ),
  ),
  sends(
    "keep-alive",
    "MUST",
    "Two requests on one connection get two replies, unless the server closes it and says so.",
    http(
      "HTTP/1.1 defaults to the use of persistent connections. … A server that does not support persistent connections MUST send the close connection option in every response message",
    ),
    { keepAlive: true, times: 2 },
    that("two replies, or one with Connection: close", ({ replies, trouble }) => {
      const [first] = replies;
      return replies.length === 2 || (first !== undefined && closesFirst(first))
        ? undefined
        : `got ${replies.length}: ${trouble}`;
    }),
  ),
  sends(
    "close",
    "MUST",
    "A connection is closed after the reply when the client asks for it.",
    http(
      "A server that receives a close connection option MUST initiate closure of the connection after it sends the final response.",
    ),
    { untilClosed: true },
    HELLO,
    that("a closed connection", ({ closed }) => (closed ? undefined : "it stayed open")),
  ),
  sends(
    "1.0",
    "SHOULD",
    "A request of HTTP/1.0 is answered.",
    http(
      "A server SHOULD send a response version equal to the highest version to which the server is conformant that has a major version less than or equal to the one received.",
    ),
    { version: "1.0" },
  ),
  sends(
    "expect",
    "SHOULD",
    "A request that expects 100-continue is answered.",
    http(
      "A server that receives a 100-continue expectation MUST send either 100 (Continue) or a final status.",
    ),
    { headers: { Expect: "100-continue" } },
  ),
  sends(
    "upgrade",
    "SHOULD",
    "An offer to change the protocol is ignored.",
    http("A server MAY ignore a received Upgrade header field."),
    {
      headers: {
        Connection: "close, Upgrade, HTTP2-Settings",
        Upgrade: "h2c",
        "HTTP2-Settings": "AAMAAABkAAQAAP__",
      },
    },
  ),
  sends(
    "type.charset",
    "SHOULD",
    "application/json with a charset is read.",
    s21("HTTP body is JSON, `Content-Type: application/json`"),
    { headers: { "Content-Type": "application/json; charset=utf-8" } },
  ),
  sends("type.json-rpc", "SHOULD", "application/json-rpc is read.", TYPE, {
    headers: { "Content-Type": "application/json-rpc" },
  }),
  sends(
    "type.form",
    "SHOULD",
    "A call is read when its Content-Type is that of a form, without an Origin.",
    TYPE,
    { headers: { "Content-Type": "application/x-www-form-urlencoded" } },
  ),
  sends("type.none", "SHOULD", "A call without a Content-Type is read.", TYPE, {
    headers: { "Content-Type": null },
  }),
  sends(
    "get",
    "MUST",
    "A GET carries out no call.",
    POST,
    { verb: "GET", body: "", query: "?method=Echo&params=%7B%22Echo%22%3A%22hello%22%7D" },
    notCarriedOut,
  ),
  sends(
    "get.body",
    "MUST",
    "A GET with a call as its body carries out no call.",
    POST,
    { verb: "GET" },
    notCarriedOut,
  ),
  sends("put", "SHOULD", "A PUT carries out no call.", POST, { verb: "PUT" }, notCarriedOut),
  sends("delete", "SHOULD", "A DELETE carries out no call.", POST, { verb: "DELETE" }, notCarriedOut),
  sends(
    "put.status",
    "SHOULD",
    "A PUT is refused with HTTP 405, 404 or 501.",
    silent("Which status refuses other verbs: not shown."),
    { verb: "PUT" },
    status(404, 405, 501),
  ),
];
