import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type Behaviour, type Params, Refusal, type Reply, type Request, type Value } from "./behaviour.js";
import { RIGHT } from "./right.js";
import { State, type StateOptions } from "./state.js";

export interface ReferenceOptions extends StateOptions {
  readonly behaviour?: Partial<Behaviour>;
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly port?: number;
  /** Sees every request, whatever becomes of it. */
  readonly onRequest?: (request: IncomingMessage, body: string) => void;
}

const LIMIT = 1_048_576;

/** A small server of the interface that does everything as the specification says, or one thing otherwise. */
export class ReferenceServer {
  readonly state: State;
  readonly behaviour: Behaviour;
  readonly #server: Server;

  constructor(readonly options: ReferenceOptions = {}) {
    this.state = new State(options);
    this.behaviour = { ...RIGHT, ...options.behaviour };
    const serve = (request: IncomingMessage, response: ServerResponse) =>
      this.#serve(request, response).catch(() => void response.destroy());
    let last = Promise.resolve();
    const listener = (request: IncomingMessage, response: ServerResponse) => {
      if (this.behaviour.oneAtATime) last = last.then(() => serve(request, response));
      else void serve(request, response);
    };
    this.#server =
      options.tls === undefined ? createServer(listener) : createTlsServer(options.tls, listener);
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(this.options.port ?? 0, "127.0.0.1", resolve);
    });
    return this;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  get url(): string {
    const scheme = this.options.tls === undefined ? "http" : "https";
    return `${scheme}://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    let length = 0;
    await new Promise((resolve) => setImmediate(resolve));
    const whole = request.complete;
    for await (const piece of request as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > LIMIT) return void response.writeHead(413, { Connection: "close" }).end();
      pieces.push(piece);
    }
    if (!this.behaviour.patient && !whole) return void response.destroy();
    const bytes = Buffer.concat(pieces);
    this.options.onRequest?.(request, bytes.toString("utf8"));
    const refused = this.behaviour.gate(request);
    const text = refused === undefined ? await this.answer(bytes) : "";
    const body = Buffer.from(text);
    const headers = { "Content-Type": "application/json", "Content-Length": String(body.length) };
    const wire = { status: refused ?? 200, headers, body };
    const sent = bytes.toString("utf8");
    this.behaviour.write(response, this.behaviour.wire(wire, request, sent), request, sent);
  }

  /** The reply to a body, as text. */
  async answer(bytes: Buffer): Promise<string> {
    const { behaviour } = this;
    let request: Value;
    try {
      request = behaviour.readBody(bytes);
    } catch (error) {
      return behaviour.print(this.#failure({ id: null }, error), undefined);
    }
    if (!Array.isArray(request) || !behaviour.batches)
      return behaviour.print(await this.#one(request), request);
    if (request.length === 0)
      return behaviour.print(this.#failure({ id: null }, new Refusal("invalidRequest")), request);
    const replies: Reply[] = [];
    for (const member of request) replies.push(await this.#one(member));
    return behaviour.print(replies, request);
  }

  async #one(request: Value): Promise<Reply> {
    const { behaviour, state } = this;
    const asked = (typeof request === "object" && request !== null ? request : {}) as Request;
    try {
      const wrong = behaviour.envelope(request);
      if (wrong !== undefined) throw new Refusal(wrong);
      const method = behaviour.findMethod(String(asked.method), behaviour.methods);
      if (method === undefined) throw new Refusal("methodNotFound");
      const badParams = behaviour.params(asked.params);
      if (badParams !== undefined) throw new Refusal(badParams);
      const params = (asked.params ?? {}) as Params;
      const name = asked.method === "I2PControl" ? "ServiceControl" : String(asked.method);
      const badToken = name === "Authenticate" ? undefined : behaviour.token(name, params, state);
      if (badToken !== undefined) throw new Refusal(badToken);
      const result = await method(params, state, behaviour);
      return behaviour.reply({ jsonrpc: "2.0", id: asked.id, result }, asked, state);
    } catch (error) {
      return behaviour.reply(this.#failure(asked, error), asked, state);
    }
  }

  #failure(request: Request, thrown: unknown): Reply {
    if (!(thrown instanceof Refusal)) throw thrown;
    const noId = thrown.error === "notJson" || thrown.error === "invalidRequest";
    const { code, message } = this.behaviour.errors[thrown.error];
    const detail = thrown.message === "" ? "" : `: ${thrown.message}`;
    return {
      jsonrpc: "2.0",
      id: noId ? null : (request.id ?? null),
      error: { code, message: message + detail },
    };
  }
}
