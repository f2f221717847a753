type Params = { readonly [name: string]: unknown };
type Method = (params: Params) => unknown;

/** An error that a method of the fake answers. */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    message = "refused",
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** A server in memory: password, tokens, and the methods that a test gives it. */
export class FakeService {
  password = "secret";
  batches = true;
  readonly tokens = new Set<string>();
  /** Methods called, in their order. */
  readonly calls: string[] = [];
  /** Texts of all requests. */
  readonly requests: string[] = [];
  #issued = 0;

  constructor(readonly methods: { readonly [name: string]: Method } = {}) {}

  readonly answer = async (text: string): Promise<string> => {
    this.requests.push(text);
    // A turn of the event loop, so that parallel calls really overlap.
    await new Promise((resolve) => setTimeout(resolve, 1));
    const sent = JSON.parse(text);
    if (Array.isArray(sent)) return this.batches ? JSON.stringify(sent.map((one) => this.#one(one))) : "";
    return JSON.stringify(this.#one(sent));
  };

  count(method: string): number {
    return this.calls.filter((called) => called === method).length;
  }

  #one({ id, method, params }: { id: number; method: string; params: Params }) {
    this.calls.push(method);
    try {
      return { jsonrpc: "2.0", id, result: this.#run(method, params) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, data } = error;
      return { jsonrpc: "2.0", id, error: { code, message, data } };
    }
  }

  #run(method: string, params: Params): unknown {
    if (method === "Authenticate") return this.#authenticate(params);
    const run = this.methods[method];
    if (run === undefined) throw new Refusal(-32601, "Method not found");
    if (params["Token"] === undefined) throw new Refusal(-32002);
    if (!this.tokens.has(String(params["Token"]))) throw new Refusal(-32003);
    return run(params);
  }

  #authenticate(params: Params) {
    if (params["Password"] !== this.password) throw new Refusal(-32001);
    const Token = `token-${++this.#issued}`;
    this.tokens.add(Token);
    return { API: 1, Token };
  }
}
