// One hostile caller: from a kind of abuse on standard input until `rest`.
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { requestText } from "../support/connection.mjs";
import { connectionsOf, KINDS } from "./kinds.mjs";

const { port, token } = JSON.parse(process.argv[2]);
const sockets = new Set();
let heard = 0;
let kind;

const textOf = ({ body, get, begins }) =>
  begins ??
  (get
    ? `GET ${get} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`
    : requestText({ port, body: typeof body === "function" ? body() : body }));

/** Sends again when it has heard all of the answer, and comes again when it is sent away. */
function come(mine) {
  if (mine !== kind) return;
  const socket = connect({ port, host: "127.0.0.1" });
  sockets.add(socket);
  let left = 0;
  const ask = () => socket.write(textOf(mine));
  socket.on("connect", ask).on("error", () => {});
  if (!mine.deaf)
    socket.on("data", (chunk) => {
      if (left <= 0) {
        const head = chunk.indexOf("\r\n\r\n");
        left =
          head + 4 + Number(/content-length: (\d+)/i.exec(chunk.subarray(0, head).toString("latin1"))?.[1]);
      }
      left -= chunk.length;
      if (left > 0) return;
      heard++;
      if (!mine.begins) ask();
    });
  socket.on("close", () => {
    sockets.delete(socket);
    setTimeout(come, 20, mine);
  });
}

const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
print({});
for await (const word of createInterface(process.stdin)) {
  kind = word in KINDS ? KINDS[word](token) : undefined;
  for (const socket of sockets) socket.destroy();
  if (kind !== undefined) for (let n = 0; n < connectionsOf(kind); n++) come(kind);
  print({ heard });
  heard = 0;
}
process.exit();
