import type { ServerResponse } from "node:http";
import type { Behaviour, Wire } from "../../reference/behaviour.js";
import { RIGHT } from "../../reference/right.js";
import { type Freedom, freedom } from "./freedom.js";

const json = (wire: Wire, status: number, text: string): Wire => ({
  status,
  headers: { ...wire.headers, "Content-Length": String(text.length) },
  body: Buffer.from(text),
});
const raw = (
  response: ServerResponse,
  { status, body }: Wire,
  version: string,
  ...headers: readonly string[]
) =>
  void response.socket?.write(
    Buffer.concat([
      Buffer.from(`HTTP/${version} ${status} x\r\nContent-Type: application/json\r\n${headers.join("")}\r\n`),
      body,
    ]),
  );

const STATUS: { readonly [code: string]: number } = {
  "-32601": 404,
  "-32602": 400,
  "-32002": 401,
  "-32603": 500,
};
const withStatus = (wire: Wire): Wire => {
  const code = /"code":(-\d+)/.exec(wire.body.toString())?.[1] ?? "";
  return wire.status === 200 && code !== "" ? { ...wire, status: STATUS[code] ?? 403 } : wire;
};

/** To JSON-RPC a request without an id is a notification, which has no reply. */
const notified = (wire: Wire, sent: string): Wire => {
  const isOne = sent.startsWith('{"jsonrpc"') && sent.endsWith("}") && !sent.includes('"id"');
  return isOne ? { status: 204, headers: {}, body: Buffer.alloc(0) } : wire;
};

const ownGate = (own: (verb: string | undefined) => Wire["status"]): Partial<Behaviour> => ({
  gate: (request) => (RIGHT.gate(request) === undefined ? undefined : own(request.method)),
});

export const HTTP_FREEDOMS: readonly Freedom[] = [
  freedom("answers errors with a status of HTTP", () => ({ wire: withStatus }), { should: ["http.status"] }),
  freedom("refuses by HTTP with JSON of its own", () => ({
    wire: (wire) => (wire.status >= 400 ? json(wire, wire.status, '{"error":"forbidden"}') : wire),
  })),
  freedom("refuses other verbs with 501, without a body", () =>
    ownGate((verb) => (verb === "POST" ? 403 : 501)),
  ),
  freedom(
    "treats a request without an id as a notification",
    () => ({ wire: (wire, _request, sent) => notified(wire, sent) }),
    { meets: /^(envelope|http)\./, should: ["envelope.id.missing"] },
  ),
  freedom(
    "keeps no connection open",
    () => ({
      write: (response, wire, request, sent) => {
        response.shouldKeepAlive = false;
        RIGHT.write(response, wire, request, sent);
      },
    }),
    { meets: /^http\./ },
  ),
  freedom(
    "speaks HTTP/1.0, and ends replies with the connection",
    () => ({
      write: (response, wire) => {
        raw(response, wire, "1.0");
        response.socket?.end();
      },
    }),
    { meets: /^(http|envelope)\./ },
  ),
  freedom(
    "answers in chunks",
    () => ({
      write: (response, { status, body, headers: { "Content-Length": _length, ...headers } }) => {
        response.writeHead(status, headers);
        response.write(body.subarray(0, 5));
        response.end(body.subarray(5));
      },
    }),
    { meets: /^(http|envelope)\./ },
  ),
  freedom(
    "takes its time to close a connection",
    () => ({
      write: (response, wire) => {
        raw(response, wire, "1.1", `Content-Length: ${wire.body.length}\r\n`, "Connection: close\r\n");
        setTimeout(() => response.socket?.end(), 400);
      },
    }),
    { meets: /^http\.(close|keep-alive|lengths)/ },
  ),
  freedom(
    "wants to know the length of a request",
    () => ({
      gate: (request) => ("transfer-encoding" in request.headers ? 411 : RIGHT.gate(request)),
    }),
    { meets: /^http\./ },
  ),
];
