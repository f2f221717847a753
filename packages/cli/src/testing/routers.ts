import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";

/** Control services of routers, as a stranger meets them. They share no table with what they test. */
export interface FakeRouter extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly Request[];
}

interface Request {
  readonly id: unknown;
  readonly method: string;
  readonly params: { readonly [name: string]: unknown };
}

type Answer = (request: Request) => string;

/** Java I2P's web application, which checks its tokens, with this password. */
export const startJava = (password: string): Promise<FakeRouter> =>
  start("/jsonrpc/", undefined, ({ id, method, params }) => {
    if (method === "Authenticate" && params["Password"] === password)
      return JSON.stringify({ jsonrpc: "2.0", id, result: { API: 1, Token: "a token" } });
    const code = method === "Authenticate" ? -32001 : -32002;
    return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: "no" } });
  });

/** i2pd's control service: never checks anything. */
export async function startI2pd(): Promise<FakeRouter> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "i2pd.i2pcontrol" }], {
    keyType: "ec",
  });
  return start("/", { cert, key }, ({ id, method, params }) => {
    if (method === "Authenticate")
      return `{"id":${id},"result":{"API":1,"Token":"1794703205"},"jsonrpc":"2.0"}`;
    const known = Object.hasOwn(params, "i2p.router.uptime") ? '"i2p.router.uptime":34000' : "";
    return `{"id":${id},"result":{${known}},"jsonrpc":"2.0"}`;
  });
}

/** Something that listens and is no router. */
export const startWebSite = (): Promise<FakeRouter> => start("/", undefined, () => "<html>Hello</html>");

async function start(
  path: string,
  tls: { readonly cert: string; readonly key: string } | undefined,
  answer: Answer,
): Promise<FakeRouter> {
  const requests: Request[] = [];
  const listener: Parameters<typeof createServer>[1] = async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const call = JSON.parse(text) as Request;
    requests.push(call);
    response.writeHead(200, { Connection: "close" }).end(answer(call));
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}${path}`,
    port,
    requests,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())),
  };
}
