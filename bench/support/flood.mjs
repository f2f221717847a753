// Clients that log in without pause, from the word `flood` on standard input until `rest`.
import { createInterface } from "node:readline";
import { loginBody } from "./calls.mjs";
import { openConnection, requestText } from "./connection.mjs";

const { port, clients } = JSON.parse(process.argv[2]);
const text = requestText({ port, body: loginBody });
let flooding = false;
let logins = 0;
const client = async () => {
  const connection = await openConnection({ port, secure: true });
  while (flooding) {
    await connection.ask(text);
    logins++;
  }
  connection.close();
};
const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
print({});
let crowd = Promise.resolve();
for await (const word of createInterface(process.stdin)) {
  flooding = word === "flood";
  if (flooding) crowd = Promise.all(Array.from({ length: clients }, client));
  else await crowd;
  print({ logins });
}
