// Clients that log in without pause, from `hold` until standard input ends or `rest`.
import { createInterface } from "node:readline";
import { loginBody } from "./calls.mjs";
import { openConnection, requestText } from "./connection.mjs";

const { port, clients } = JSON.parse(process.argv[2]);
const text = requestText({ port, body: loginBody });
const connections = await Promise.all(
  Array.from({ length: clients }, () => openConnection({ port, secure: true })),
);
let flooding = false;
let logins = 0;
const flood = async (connection) => {
  while (flooding) {
    await connection.ask(text);
    logins++;
  }
};
const tell = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
tell({});
let under = [];
for await (const word of createInterface(process.stdin)) {
  flooding = word === "flood";
  if (flooding) under = connections.map(flood);
}
flooding = false;
await Promise.all(under);
for (const connection of connections) connection.close();
tell({ logins });
