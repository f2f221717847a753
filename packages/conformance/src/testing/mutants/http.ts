import type { IncomingMessage, ServerResponse } from "node:http";
import type { Behaviour, Wire } from "../../reference/behaviour.js";
import { RIGHT } from "../../reference/right.js";
import { type Mutant, mutant } from "./mutant.js";

const ECHO = ["service.echo.text"];
const isEcho = (sent: string) => sent.includes('"method":"Echo"');

/** Replies to Echo go out as these bytes. */
const raw = (bytes: (wire: Wire) => string | Buffer, end = true): Partial<Behaviour> => ({
  write: (response, wire, request, sent) => {
    if (!isEcho(sent)) return RIGHT.write(response, wire, request, sent);
    const socket = response.socket;
    socket?.write(bytes(wire));
    if (end) socket?.end();
  },
});
const head = ({ body }: Wire, length: number | string = body.length) =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`;
const chunked = (...chunks: readonly string[]) =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunks.join("")}`;
const headers = (more: { readonly [name: string]: string }): Partial<Behaviour> => ({
  wire: (wire) => ({ ...wire, headers: { ...wire.headers, ...more } }),
});
const statusOf = (when: (text: string) => boolean, status: number): Partial<Behaviour> => ({
  wire: (wire) => (wire.status === 200 && when(wire.body.toString()) ? { ...wire, status } : wire),
});
/** Requests that are broken off, as a server does that cannot read them. */
const breaks = (when: (request: IncomingMessage) => boolean): Partial<Behaviour> => ({
  write: (response, wire, request, sent) =>
    when(request) ? void response.destroy() : RIGHT.write(response, wire, request, sent),
});
const letsPass = (verb: string): Partial<Behaviour> => ({
  gate: (request) => (request.method === verb ? undefined : RIGHT.gate(request)),
});
const rawHeader = (request: IncomingMessage, pattern: RegExp) =>
  request.rawHeaders.some((name) => pattern.test(name));
const keepOpen = (response: ServerResponse, wire: Wire) =>
  void response.socket?.write(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${wire.body.length}\r\n\r\n${wire.body}`,
  );

export const HTTP: readonly Mutant[] = [
  mutant(
    "length-long",
    "announces more bytes than it sends",
    ["http.lengths", "http.framing"],
    raw((wire) => head(wire, wire.body.length + 10) + wire.body),
  ),
  mutant(
    "length-short",
    "announces fewer bytes than it sends",
    ["http.lengths"],
    raw((wire) => head(wire, wire.body.length - 5) + wire.body),
  ),
  mutant(
    "length-word",
    "announces a length that is not a number",
    "http.framing",
    raw((wire) => head(wire, "many") + wire.body),
    ECHO,
  ),
  mutant(
    "length-two",
    "announces two lengths",
    "http.framing",
    raw((wire) => head(wire).replace("\r\n\r\n", "\r\nContent-Length: 3\r\n\r\n") + wire.body),
    ECHO,
  ),
  mutant(
    "length-huge",
    "announces a terabyte",
    "http.prompt",
    raw((wire) => head(wire, 1e12) + wire.body),
    ECHO,
  ),
  mutant(
    "length-and-chunks",
    "sends chunks and a length",
    "http.framing",
    raw((wire) =>
      chunked(`${wire.body.length.toString(16)}\r\n${wire.body}\r\n0\r\n\r\n`).replace(
        "Transfer",
        `Content-Length: ${wire.body.length}\r\nTransfer`,
      ),
    ),
    ECHO,
  ),
  mutant(
    "chunk-size",
    "sends a chunk whose size is not a number",
    "http.framing",
    raw((wire) => chunked(`zz\r\n${wire.body}\r\n0\r\n\r\n`)),
    ECHO,
  ),
  mutant(
    "chunk-short",
    "sends a chunk that is shorter than it says",
    "http.framing",
    raw((wire) => chunked(`${(wire.body.length - 3).toString(16)}\r\n${wire.body}\r\n0\r\n\r\n`)),
    ECHO,
  ),
  mutant(
    "chunk-end",
    "does not send the last chunk",
    "http.framing",
    raw((wire) => chunked(`${wire.body.length.toString(16)}\r\n${wire.body}\r\n`)),
    ECHO,
  ),
  mutant(
    "chunk-size-endless",
    "sends the size of a chunk without an end",
    "http.framing",
    raw(() => chunked("0".repeat(4_000))),
    ECHO,
  ),
  mutant(
    "head-lf",
    "ends the lines of the head without CR",
    "http.framing",
    raw((wire) => head(wire).replaceAll("\r\n", "\n") + wire.body),
    ECHO,
  ),
  mutant(
    "head-colon",
    "sends a header without a colon",
    "http.framing",
    raw((wire) => head(wire).replace("\r\n\r\n", "\r\nnonsense\r\n\r\n") + wire.body),
    ECHO,
  ),
  mutant(
    "head-none",
    "sends the body without a head",
    "http.framing",
    raw((wire) => wire.body),
    ECHO,
  ),
  mutant(
    "head-status",
    "sends a malformed status line",
    "http.framing",
    raw((wire) => head(wire).replace("HTTP/1.1 200 OK", "HTTP/1.1 OK") + wire.body),
    ECHO,
  ),
  mutant(
    "head-endless",
    "sends headers without end",
    "http.prompt",
    raw(() => `HTTP/1.1 200 OK\r\n${"X-More: more\r\n".repeat(6_000)}`),
    ECHO,
  ),
  mutant(
    "reply-none",
    "closes the connection without a reply",
    ["http.prompt", "service.echo.text"],
    raw(() => ""),
  ),
  mutant(
    "reply-hangs",
    "never answers",
    ["http.prompt", "service.echo.text"],
    raw(() => "", false),
  ),
  mutant(
    "reply-huge",
    "sends two megabytes",
    "http.prompt",
    raw(() => `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${" ".repeat(2_097_152)}`),
    ECHO,
  ),
  mutant(
    "status-error",
    "answers errors with HTTP 500",
    "http.status",
    statusOf((text) => text.includes('"error"'), 500),
    ["envelope.method.unknown"],
  ),
  mutant(
    "status-params",
    "answers bad parameters with HTTP 400",
    "http.status",
    statusOf((text) => text.includes("-32602"), 400),
    ["service.echo.missing"],
  ),
  mutant(
    "status-token",
    "answers a missing token with HTTP 401",
    "http.status",
    statusOf((text) => text.includes("-32002"), 401),
    ["auth.token.missing.Echo"],
  ),
  mutant(
    "status-201",
    "answers with HTTP 201",
    "http.status",
    statusOf(() => true, 201),
  ),
  mutant(
    "status-page",
    "answers a wrong type with a page and HTTP 500",
    ["http.status", "security.quiet"],
    {
      wire: (wire) =>
        wire.body.includes("-32602")
          ? {
              status: 500,
              headers: { "Content-Type": "text/html" },
              body: Buffer.from(
                "<pre>java.lang.ClassCastException\n\tat org.example.Echo.run(Echo.java:12)</pre>",
              ),
            }
          : wire,
    },
    ["service.echo.missing"],
  ),
  mutant("redirects", "redirects calls", "http.redirect", {
    wire: (wire) => ({ ...wire, status: 301, headers: { ...wire.headers, Location: "/jsonrpc/" } }),
  }),
  mutant(
    "type-html",
    "answers with the type of a page",
    "http.type",
    headers({ "Content-Type": "text/html" }),
  ),
  mutant(
    "type-text",
    "answers with plain text as type",
    "http.type",
    headers({ "Content-Type": "text/plain" }),
  ),
  mutant("type-none", "answers without a type", "http.type", {
    wire: (wire) => ({ ...wire, headers: { "Content-Length": String(wire.body.length) } }),
  }),
  mutant(
    "header-lower",
    "does not read headers in small letters",
    "http.header.lower",
    breaks((request) => rawHeader(request, /^content-length$/)),
  ),
  mutant(
    "header-upper",
    "does not read headers in capital letters",
    "http.header.upper",
    breaks((request) => rawHeader(request, /^CONTENT-LENGTH$/)),
  ),
  mutant(
    "header-unknown",
    "refuses headers that it does not know",
    "http.header.unknown",
    breaks((request) => "x-conformance" in request.headers),
  ),
  mutant("parts-two", "reads only the first packet", ["http.parts.two", "http.parts.drip"], {
    patient: false,
  }),
  mutant(
    "chunked-refused",
    "cannot read chunks",
    "http.chunked",
    breaks((request) => "transfer-encoding" in request.headers),
  ),
  mutant("keep-alive", "answers only once on a connection, and does not say so", "http.keep-alive", {
    write: (response, wire, request, sent) => {
      if (request.headers.connection !== "keep-alive") return RIGHT.write(response, wire, request, sent);
      keepOpen(response, wire);
      response.socket?.end();
    },
  }),
  mutant("close", "keeps connections open that it should close", "http.close", {
    write: (response, wire) => keepOpen(response, wire),
  }),
  mutant(
    "http-1.0",
    "does not answer HTTP/1.0",
    "http.1.0",
    breaks((request) => request.httpVersion === "1.0"),
  ),
  mutant(
    "expect",
    "does not answer requests that expect 100-continue",
    "http.expect",
    breaks((request) => "expect" in request.headers),
  ),
  mutant(
    "upgrade",
    "breaks on an offer to change the protocol",
    "http.upgrade",
    breaks((request) => "http2-settings" in request.headers),
  ),
  mutant(
    "type-charset",
    "refuses a type with a charset",
    "http.type.charset",
    breaks((request) => /charset/.test(request.headers["content-type"] ?? "")),
  ),
  mutant(
    "type-json-rpc",
    "refuses application/json-rpc",
    "http.type.json-rpc",
    breaks((request) => /json-rpc/.test(request.headers["content-type"] ?? "")),
  ),
  mutant(
    "type-form",
    "refuses the type of a form",
    "http.type.form",
    breaks((request) => /form/.test(request.headers["content-type"] ?? "")),
  ),
  mutant(
    "type-missing",
    "refuses requests without a type",
    "http.type.none",
    breaks((request) => request.headers["content-type"] === undefined),
  ),
  mutant(
    "get-no-http",
    "answers a GET with something that is not HTTP",
    "http.framing",
    {
      write: (response, wire, request, sent) =>
        request.method === "GET"
          ? void response.socket?.end("no HTTP at all\r\n")
          : RIGHT.write(response, wire, request, sent),
    },
    ["http.get"],
  ),
  mutant("get-carries-out", "carries out calls in the body of a GET", "http.get.body", letsPass("GET")),
  mutant("get-query", "carries out calls in the address of a GET", "http.get", {
    ...letsPass("GET"),
    wire: (wire, request) => {
      const body = Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"Result":"hello"}}');
      return request.url?.includes("method=Echo")
        ? { ...wire, body, headers: { ...wire.headers, "Content-Length": String(body.length) } }
        : wire;
    },
  }),
  mutant("put", "carries out calls of a PUT", ["http.put", "http.put.status"], letsPass("PUT")),
  mutant("delete", "carries out calls of a DELETE", "http.delete", letsPass("DELETE")),
];
