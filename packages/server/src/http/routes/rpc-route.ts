import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { errorEnvelope, RpcError } from "@pilothouse/protocol";
import type { Answer, Reply } from "../../rpc/answer.js";
import { readBody } from "../body.js";
import { ownOrigin, tooLong } from "../gates.js";
import { peerOf } from "../peer.js";
import { refuse, replyHead, sendJson } from "../reply.js";
import type { Route } from "./route.js";

export const BODY_LIMIT = 1_048_576;
/** The paths clients in the field call; all the same. */
const RPC_PATHS: ReadonlySet<string> = new Set(["/", "/jsonrpc", "/jsonrpc/"]);
const CONSOLE_PATH = "/console/rpc";
const NOT_TEXT = errorEnvelope("null", new RpcError("parse", "the body is not UTF-8"));

export interface RpcParts {
  readonly answer: Answer;
  readonly trustedProxies: () => readonly string[];
  /** The endpoint is about to close: connections must not be kept. */
  readonly stopping: () => boolean;
}

/** JSON-RPC for everyone, while it is switched on. */
export const rpcRoute = (parts: RpcParts, on: () => boolean): Route => ({
  methods: ["POST"],
  has: (path) => RPC_PATHS.has(path) && on(),
  serve: (request, response) => answerCall(parts, request, response),
});

/**
 * JSON-RPC for the console's own page, also where it is switched off for everyone else. Tokens guard
 * it as they do every call; asking for our Origin only keeps it from becoming a second interface.
 */
export const consoleRpcRoute = (parts: RpcParts): Route => ({
  methods: ["POST"],
  has: (path) => path === CONSOLE_PATH,
  serve: (request, response) =>
    request.headers.origin === ownOrigin(request)
      ? answerCall(parts, request, response)
      : refuse(request, response, { status: 403, detail: "this path is for the console's own page" }),
});

function answerCall(parts: RpcParts, request: IncomingMessage, response: ServerResponse): void {
  readBody(request, BODY_LIMIT, (body) => {
    if (body === undefined) refuse(request, response, tooLong(BODY_LIMIT));
    else if (!isUtf8(body)) sendJson(response, 200, NOT_TEXT);
    else {
      const answered = parts.answer(body.toString("utf8"), peerOf(request, parts.trustedProxies()));
      const reply = (ready: Reply) => sendReply(request.socket, response, ready, parts.stopping());
      if (answered instanceof Promise) answered.then(reply, () => response.destroy());
      else reply(answered);
    }
  });
}

function sendReply(socket: Socket, response: ServerResponse, reply: Reply, last: boolean): void {
  if (reply.afterwards !== undefined) onceOver(socket, response, reply.afterwards);
  const { status, more } = replyHead(reply, last);
  sendJson(response, status, reply.text, more);
}

/**
 * Does something when the answer has left, or no longer can, which may be so already. A response that waits
 * behind another is not told when the connection breaks, so the connection is listened to as well.
 */
function onceOver(socket: Socket, response: ServerResponse, work: () => void): void {
  const over = () => {
    for (const one of [response, socket]) one.off("close", over);
    work();
  };
  if (response.closed || socket.closed) over();
  else for (const one of [response, socket]) one.once("close", over);
}
