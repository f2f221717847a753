// A client's side of one connection, as cheap as can be: what is measured is the other side.
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";

const HOST = "127.0.0.1";

/** The whole text of a request. */
export const requestText = ({ port, path = "/", body }) =>
  [
    `POST ${path} HTTP/1.1`,
    `Host: ${HOST}:${port}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");

/** Connects; `ask` sends a request and resolves with the body of its answer, one at a time. */
export function openConnection({ port, secure }) {
  return new Promise((resolve, reject) => {
    const options = { port, host: HOST };
    const socket = secure ? connectTls({ ...options, rejectUnauthorized: false }) : connect(options);
    let asked = { resolve, reject };
    let buffer = "";
    const ask = (text) =>
      new Promise((answered, failed) => {
        asked = { resolve: answered, reject: failed };
        if (socket.destroyed) failed(new Error("the connection was closed while it was idle"));
        else socket.write(text);
      });
    socket.setEncoding("latin1");
    socket.once(secure ? "secureConnect" : "connect", () => resolve({ ask, close: () => socket.destroy() }));
    socket.on("error", (error) => asked.reject(error));
    socket.on("close", () => asked.reject(new Error(`closed without an answer: ${buffer}`)));
    socket.on("data", (chunk) => {
      buffer += chunk;
      const head = buffer.indexOf("\r\n\r\n");
      if (head === -1) return;
      // What Node itself refuses, such as a request that never came, has no length.
      const length = Number(/content-length: (\d+)/i.exec(buffer)?.[1] ?? 0);
      if (buffer.length < head + 4 + length) return;
      const answer = buffer;
      buffer = "";
      if (answer.startsWith("HTTP/1.1 200")) asked.resolve(answer.slice(head + 4));
      else asked.reject(new Error(answer));
    });
  });
}
