// Holds connections open that send one request and nothing more, until standard input ends.
import { openConnection, requestText } from "./connection.mjs";

const { port, secure, count } = JSON.parse(process.argv[2]);
/** As many handshakes at a time as neither side has to wait for. */
const AT_ONCE = 50;
const text = requestText({ port, body: "{}" });
const connections = [];
const open = async () => {
  while (connections.length < count) {
    const place = connections.push(undefined) - 1;
    connections[place] = await openConnection({ port, secure });
    // One that never asks is closed for its silence.
    await connections[place].ask(text);
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, open));
process.stdout.write("{}\n");
process.stdin.resume().once("end", () => {
  for (const connection of connections) connection.close();
});
