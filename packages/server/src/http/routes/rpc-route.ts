import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { errorEnvelope, RpcError } from "@pilothouse/protocol";
import type { Answer, Reply } from "../../rpc/answer.js";
import { readBody } from "../body.js";
import { ownOrigin, tooLong } from "../gates.js";
import { isWorthPacking, PACKED, pack } from "../packing.js";
import { peerOf } from "../peer.js";
import { refuse, replyHead, sendJson } from "../reply.js";
import { pathOf, type Route } from "./route.js";

export const BODY_LIMIT = 1_048_576;
/** The paths that clients in the field use; all mean the same. */
const RPC_PATHS: ReadonlySet<string> = new Set(["/", "/jsonrpc", "/jsonrpc/"]);
const CONSOLE_PATH = "/console/rpc";
const NOT_TEXT = errorEnvelope("null", new RpcError("parse", "the body is not UTF-8"));

export const isRpcPath = (path: string): boolean => RPC_PATHS.has(path);

export interface RpcRouteOptions {
  readonly answer: Answer;
  /** Who answers at another path, such as that of a hub's node. */
  readonly answerAt: (path: string) => Answer | undefined;
  readonly trustedProxies: () => readonly string[];
  /** The endpoint is about to close: connections must not be kept. */
  readonly stopping: () => boolean;
}

/** JSON-RPC for everyone, while it is switched on. */
export const rpcRoute = (options: RpcRouteOptions, on: () => boolean): Route => ({
  methods: ["POST"],
  has: (path) => on() && answerFor(options, path) !== undefined,
  serve: (request, response) => answerCall(options, pathOf(request.url ?? ""), request, response),
});

const answerFor = ({ answer, answerAt }: RpcRouteOptions, path: string): Answer | undefined =>
  RPC_PATHS.has(path) ? answer : answerAt(path);

/**
 * JSON-RPC for the console's own page, also where it is switched off for everyone else. Tokens guard
 * it as they do every call; asking for our Origin only keeps it from becoming a second interface.
 */
export const consoleRpcRoute = (options: RpcRouteOptions): Route => ({
  methods: ["POST"],
  has: (path) => beyondConsole(options, path) !== undefined,
  serve: (request, response) =>
    request.headers.origin === ownOrigin(request)
      ? answerCall(options, consoleRest(pathOf(request.url ?? "")), request, response)
      : refuse(request, response, { status: 403, detail: "this path is for the console's own page" }),
});

/** `/console/rpc` is the server's own `/`, and `/console/rpc/nodes/NAME/` what `/nodes/NAME/` is to others. */
const consoleRest = (path: string): string => path.slice(CONSOLE_PATH.length) || "/";

const beyondConsole = (options: RpcRouteOptions, path: string): Answer | undefined =>
  path === CONSOLE_PATH || path.startsWith(`${CONSOLE_PATH}/nodes/`)
    ? answerFor(options, consoleRest(path))
    : undefined;

function answerCall(
  options: RpcRouteOptions,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  readBody(request, BODY_LIMIT, (body) => {
    if (body === undefined) refuse(request, response, tooLong(BODY_LIMIT));
    else if (!isUtf8(body)) sendJson(response, 200, NOT_TEXT);
    else {
      const answer = answerFor(options, path) ?? options.answer;
      const answered = answer(asText(body), peerOf(request, options.trustedProxies()));
      const reply = (ready: Reply) => sendReply(request, response, ready, options.stopping());
      if (answered instanceof Promise) answered.then(reply, () => response.destroy());
      else reply(answered);
    }
  });
}

const asText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");

function sendReply(request: IncomingMessage, response: ServerResponse, reply: Reply, last: boolean): void {
  if (reply.afterwards !== undefined) onceOver(request.socket, response, reply.afterwards);
  const { status, more } = replyHead(reply, last);
  const send = (packed?: Buffer) =>
    packed === undefined
      ? sendJson(response, status, reply.text, more)
      : sendJson(response, status, packed, [...more, ...PACKED]);
  if (isWorthPacking(reply.text, request.headers)) pack(reply.text, send);
  else send();
}

/**
 * Calls `work` when the answer has been sent or can no longer be sent, which may already be so. A response that
 * waits behind another gets no event when the connection breaks, so this also listens to the connection.
 */
function onceOver(socket: Socket, response: ServerResponse, work: () => void): void {
  const over = () => {
    for (const one of [response, socket]) one.off("close", over);
    work();
  };
  if (response.closed || socket.closed) over();
  else for (const one of [response, socket]) one.once("close", over);
}
