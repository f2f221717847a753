// A bare node:http or node:https server that answers a constant: what the service is compared with.
import { readFileSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { createServer as createHttps } from "node:https";

const { BODY, CERT, KEY } = process.env;
const answer = (request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(BODY),
    });
    response.end(BODY);
  });
};
const server = CERT
  ? createHttps({ cert: readFileSync(CERT), key: readFileSync(KEY) }, answer)
  : createHttp(answer);
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
