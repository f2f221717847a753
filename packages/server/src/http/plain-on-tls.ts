import type { Socket } from "node:net";
import { errorEnvelope, RpcError } from "@pilothouse/protocol";
import { JSON_HEADERS } from "./reply.js";

/** What OpenSSL calls a request in plain HTTP where it waits for a handshake. */
const HTTP_REQUEST = "ERR_SSL_HTTP_REQUEST";

export const isPlainHttp = (error: Error): boolean => "code" in error && error.code === HTTP_REQUEST;

/** Says which scheme this port speaks. To be called on the bare connection, before TLS closes it. */
export function refusePlainHttp(socket: Socket, url: string): void {
  const body = errorEnvelope("null", new RpcError("refused", `this port speaks HTTPS; use ${url}`));
  const headers = [...JSON_HEADERS, "Content-Length", String(Buffer.byteLength(body)), "Connection", "close"];
  const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join("")}\r\n${body}`);
}
