import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";

export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/** A certificate for this machine, signed by itself. */
export async function selfSigned(commonName = "localhost"): Promise<Identity> {
  const { private: key, cert } = await generate([{ name: "commonName", value: commonName }], {
    keyType: "ec",
    extensions: [
      { name: "basicConstraints", cA: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
        ],
      },
    ],
  });
  return { key, cert };
}

export interface LocalServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

export type Handler = (text: string, response: http.ServerResponse, request: http.IncomingMessage) => void;

/** A real server on a free port. The handler is given the whole body, and the response to write. */
export async function serve(handler: Handler, identity?: Identity): Promise<LocalServer> {
  const listener: http.RequestListener = async (request, response) => {
    let text = "";
    try {
      for await (const chunk of request) text += chunk;
      handler(text, response, request);
    } catch (error) {
      // Sent to the client, so that its test fails; this function is not awaited.
      if (!response.headersSent) response.writeHead(500).end(String(error));
    }
  };
  const server =
    identity === undefined ? http.createServer(listener) : https.createServer(identity, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${identity === undefined ? "http" : "https"}://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with a result, as any server of the interface would. */
export const answerWith =
  (result: unknown): Handler =>
  (text, response) => {
    const { id } = JSON.parse(text);
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  };
