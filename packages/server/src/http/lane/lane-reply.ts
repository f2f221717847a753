import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Reply } from "../../rpc/answer.js";
import { PACKED } from "../packing.js";
import { JSON_HEADERS, KEEP_ALIVE_MS, NOTHING_MORE, replyHead } from "../reply.js";

/** Writes the answer to a call, headers and all, as Node's server would. False when the reader lags behind. */
export function writeReply(socket: Socket, reply: Reply, last: boolean, packed?: Buffer): boolean {
  const { status, more } = replyHead(reply, last);
  if (packed !== undefined) {
    socket.write(`${headOf(status, [...more, ...PACKED])}${lengthOf(packed.length)}`);
    return socket.write(packed, reply.afterwards);
  }
  const head = more === NOTHING_MORE ? USUAL_HEAD : headOf(status, more);
  const size = Buffer.byteLength(reply.text);
  const text = head + lengthOf(size) + reply.text;
  // What is all ASCII is the same in both, and Latin-1 is copied where UTF-8 would be worked out.
  return socket.write(text, size === reply.text.length ? "latin1" : "utf8", reply.afterwards);
}

const lengthOf = (size: number): string => `Date: ${httpDate()}\r\nContent-Length: ${size}\r\n\r\n`;

const KEPT = ["Connection", "keep-alive", "Keep-Alive", `timeout=${KEEP_ALIVE_MS / 1_000}`];

function headOf(status: number, more: readonly string[]): string {
  const headers = [...JSON_HEADERS, ...more, ...(more.includes("close") ? [] : KEPT)];
  const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}`;
}

const USUAL_HEAD = headOf(200, NOTHING_MORE);

let lastSecond = 0;
let lastDate = "";

/** The time as HTTP writes it, rebuilt only when the second has changed. */
function httpDate(): string {
  const second = Math.floor(Date.now() / 1_000);
  if (second !== lastSecond) lastDate = new Date(second * 1_000).toUTCString();
  lastSecond = second;
  return lastDate;
}
