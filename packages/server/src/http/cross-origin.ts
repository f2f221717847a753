import type { IncomingMessage, ServerResponse } from "node:http";
import { end, SAFE } from "./reply.js";

/** Browsers ask again after ten minutes whether a page may call. */
const REMEMBERED_S = "600";

/** A browser that asks, before a page of another origin calls, whether that page may. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === "OPTIONS" &&
  headers.origin !== undefined &&
  headers["access-control-request-method"] !== undefined;

/** Lets a page of an allowed origin read this reply, also when it is an error. */
export function allowOrigin(response: ServerResponse, origin: string): void {
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Vary", "Origin");
}

/** Yes: calls by POST, with any header. Tokens travel in the body, so credentials of the browser are not needed. */
export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  const local = headers["access-control-request-private-network"] === "true";
  response.writeHead(204, [
    ...SAFE,
    ...["Access-Control-Allow-Methods", "POST"],
    ...["Access-Control-Allow-Headers", "*"],
    ...["Access-Control-Max-Age", REMEMBERED_S],
    ...(local ? ["Access-Control-Allow-Private-Network", "true"] : []),
  ]);
  end(response);
}
