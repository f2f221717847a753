import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

type Params = { readonly [name: string]: unknown };
type Methods = { readonly [name: string]: (params: Params) => unknown };

/**
 * A server of the interface that is not ours: it knows only the older names, has no extensions, and
 * forgets its tokens when it ends.
 */
export class OtherServer implements AsyncDisposable {
  readonly calls: string[] = [];
  readonly #tokens = new Set<string>();
  readonly #methods: Methods;
  #server: Server | undefined;
  #port = 0;

  private constructor(
    methods: Methods,
    readonly password: string,
  ) {
    this.#methods = methods;
  }

  static async start(methods: Methods = {}, password = "secret"): Promise<OtherServer> {
    const made = new OtherServer(
      { RouterInfo: answering({ "i2p.router.status": "fine" }), ...methods },
      password,
    );
    await made.open();
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/jsonrpc/`;
  }

  /** Forgets all its tokens. */
  forget(): void {
    this.#tokens.clear();
  }

  async open(): Promise<void> {
    this.forget();
    this.#server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      response.setHeader("Content-Type", "application/json");
      response.end(this.#answer(text));
    });
    await new Promise<void>((done) => this.#server?.listen(this.#port, "127.0.0.1", done));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Java I2P answers a batch with nothing at all. */
  #answer(text: string): string {
    const call = JSON.parse(text);
    if (Array.isArray(call)) return "";
    const { id, method, params } = call;
    this.calls.push(method);
    const error = (code: number) => JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: "no" } });
    const answer = (result: unknown) => JSON.stringify({ jsonrpc: "2.0", id, result });
    if (method === "Authenticate") {
      if (params.Password !== this.password) return error(-32001);
      const Token = `token-${this.calls.length}`;
      this.#tokens.add(Token);
      return answer({ API: 1, Token });
    }
    const run = this.#methods[method];
    if (run === undefined) return error(-32601);
    if (!this.#tokens.has(params.Token)) return error(-32003);
    try {
      return answer(run(params));
    } catch (refused) {
      const { message } = refused as Error;
      return JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32602, message } });
    }
  }
}

/** Answers with what is asked for, as far as it is there. */
export const answering =
  (values: Params) =>
  (params: Params): Params =>
    Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(params, key)));
