// Sends one request over and over on keep-alive connections, each waiting for its answer.
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";

/** Requests answered within `ms`, and the answer's last body. */
export async function load({ port, secure, connections, body, path = "/", ms }) {
  const text = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
  const end = performance.now() + ms;
  const results = await Promise.all(
    Array.from({ length: connections }, () => oneConnection({ port, secure, text, end })),
  );
  return {
    count: results.reduce((sum, { count }) => sum + count, 0),
    last: results[0].last,
    latencies: results.flatMap(({ latencies }) => latencies),
  };
}

function oneConnection({ port, secure, text, end }) {
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1" };
    const socket = secure ? connectTls({ ...options, rejectUnauthorized: false }) : connect(options);
    const latencies = [];
    let buffer = "";
    let count = 0;
    let sent = 0;
    const send = () => {
      sent = performance.now();
      socket.write(text);
    };
    socket.setEncoding("latin1");
    socket.on(secure ? "secureConnect" : "connect", send);
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      buffer += chunk;
      const head = buffer.indexOf("\r\n\r\n");
      if (head === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(buffer)[1]);
      if (buffer.length < head + 4 + length) return;
      const last = buffer.slice(head + 4);
      if (!buffer.startsWith("HTTP/1.1 200")) return reject(new Error(buffer));
      buffer = "";
      count++;
      latencies.push(performance.now() - sent);
      if (performance.now() < end) send();
      else {
        socket.destroy();
        resolve({ count, last, latencies });
      }
    });
  });
}
