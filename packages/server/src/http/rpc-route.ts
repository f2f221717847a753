import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import { errorEnvelope, RpcError } from "@pilothouse/protocol";
import type { Answer, Reply } from "../rpc/answer.js";
import { readBody } from "./body.js";
import { ownOrigin, tooLong } from "./gates.js";
import { peerOf } from "./peer.js";
import { refuse, sendJson } from "./reply.js";
import type { Route } from "./route.js";

export const BODY_LIMIT = 1_048_576;
/** The paths clients in the field call; all the same. */
const RPC_PATHS: ReadonlySet<string> = new Set(["/", "/jsonrpc", "/jsonrpc/"]);
const CONSOLE_PATH = "/console/rpc";

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

async function answerCall(
  { answer, trustedProxies, stopping }: RpcParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request, BODY_LIMIT);
  if (body === undefined) return refuse(request, response, tooLong(BODY_LIMIT));
  if (!isUtf8(body))
    return sendJson(response, 200, errorEnvelope("null", new RpcError("parse", "not UTF-8")));
  const reply = await answer(body.toString("utf8"), peerOf(request, trustedProxies()));
  // "close" comes after the answer has left and also when it no longer can.
  if (reply.afterwards !== undefined) response.once("close", reply.afterwards);
  sendReply(response, reply, stopping());
}

function sendReply(response: ServerResponse, { text, retryAfter }: Reply, stopping: boolean): void {
  const more = stopping ? ["Connection", "close"] : [];
  if (retryAfter === undefined) sendJson(response, 200, text, more);
  else sendJson(response, 429, text, [...more, "Retry-After", String(retryAfter)]);
}
