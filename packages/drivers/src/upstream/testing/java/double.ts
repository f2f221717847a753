import { randomBytes } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { type AddressInfo, isIP } from "node:net";
import type { Clock } from "../../../port.js";
import { Double, invalid, type Json, type Params, Refused, string, Thrown, write } from "./answers.js";
import { Configuration } from "./configuration.js";
import { ConsoleLogin } from "./console-login.js";
import { Life } from "./life.js";
import { errorPage } from "./pages.js";
import type { Proposal170 } from "./proposal-170.js";

/**
 * Stands in for Java I2P 2.13.0's webapp in tests, over real HTTP and with its defects. It shares no
 * table with what it tests: names and codes are written out, and `double.test.ts` holds it
 * against recorded exchanges.
 */
export interface JavaDoubleOptions {
  readonly clock: Clock;
  readonly password?: string;
  /** Where it listens; any free port without one. */
  readonly port?: number;
  /** A password of the console: every request then needs a Digest login. */
  readonly console?: { readonly user: string; readonly password: string };
  /** A certificate, as a proxy before the console would have one. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Requests that one challenge of the Digest login is good for. */
  readonly nonceUses?: number;
  /** Short lives after which the wrapper gives up: default: 5. Without a wrapper (0), Restart is an exit. */
  readonly shortLives?: number;
  /** With the plugin by the author of I2P proposal 170, or a later server that has its methods. */
  readonly proposal170?: Proposal170;
}

export interface JavaCall {
  readonly method: string;
  readonly params: Params;
}

const DAY = 86_400_000;
const RESETS_FROM = 56;
const ACTIONS = [
  "Shutdown",
  "ShutdownGraceful",
  "Restart",
  "RestartGraceful",
  "Reseed",
  "FindUpdates",
  "Update",
] as const;

export class JavaDouble {
  /** What goes wrong, for tests that want it to. */
  readonly faults = {
    /** For this many requests the connection is reset before they are read. */
    resets: 0,
    /** Answers nothing. */
    hangs: false,
    /** Milliseconds before each answer. */
    delay: 0,
    /** Answers wait for this. */
    holds: undefined as Promise<void> | undefined,
    /** Carries out the next call that this is true of, and breaks the connection before the answer. */
    losesAnswerTo: undefined as ((call: JavaCall) => boolean) | undefined,
  };
  /** Every call that was made, in the order of its coming. */
  readonly calls: JavaCall[] = [];
  /** The most requests that were under way at once, and how many connections were reset for it. */
  busiest = 0;
  /**
   * The same, counted a moment after each came: the end of a request that its client gave up may be seen only after
   * the one that takes its place.
   */
  heldMost = 0;
  resets = 0;
  readonly configuration = new Configuration();
  /** What a later server, or the plugin of the author of I2P proposal 170, answers of RouterInfo besides. */
  readonly more: { [key: string]: Json } = {};
  update = { available: false, status: "Update not started" };

  #password: string;
  #busy = 0;
  #address: AddressInfo | undefined;
  #server: http.Server | undefined;
  #tokens = new Map<string, number>();
  #stats = new Map<string, Set<number>>();
  readonly #login: ConsoleLogin;
  readonly #life: Life;

  constructor(readonly options: JavaDoubleOptions) {
    this.#password = options.password ?? "itoopie";
    this.#life = new Life(options.clock, options.shortLives);
    this.#login = new ConsoleLogin(options.console, options.nonceUses ?? 1_024);
    this.#forget();
  }

  get url(): string {
    return `${this.#origin(`127.0.0.1:${this.#address?.port}`)}/jsonrpc/`;
  }

  /** What would be there after a restart. */
  get onDisk(): ReadonlyMap<string, string> {
    return this.configuration.onDisk;
  }

  set version(version: string) {
    this.#life.version = version;
  }

  get listens(): boolean {
    return this.#server !== undefined;
  }

  async open(): Promise<void> {
    const listener: http.RequestListener = (request, response) => {
      this.#serve(request, response).catch((error) => response.destroy(error));
    };
    const { tls } = this.options;
    const server = tls === undefined ? http.createServer(listener) : https.createServer(tls, listener);
    server.keepAliveTimeout = 90_000;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.#address?.port ?? this.options.port ?? 0, "127.0.0.1", resolve);
    });
    this.#address = server.address() as AddressInfo;
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  /** Does what is due by the clock: closes the port, opens it again. */
  async settle(): Promise<void> {
    const due = this.#life.due();
    if (due === "closes") await this.close();
    else if (due === "begins") await this.run();
  }

  /** A new start, as by somebody at the machine. */
  async run(): Promise<void> {
    this.#life.begin();
    this.configuration.load();
    this.#forget();
    if (this.#server === undefined) await this.open();
  }

  #forget(): void {
    this.#tokens.clear();
    this.#stats = new Map(
      ["bw.sendRate", "bw.recvRate", "bw.combined", "router.memoryUsed", "jobQueue.jobRun"].map((stat) => [
        stat,
        new Set([60_000, 300_000]),
      ]),
    );
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    this.#busy++;
    response.once("close", () => this.#busy--);
    this.busiest = Math.max(this.busiest, this.#busy);
    setTimeout(() => setImmediate(() => (this.heldMost = Math.max(this.heldMost, this.#busy))), 50).unref();
    if (this.#busy >= RESETS_FROM || this.faults.resets > 0) {
      if (this.faults.resets > 0) this.faults.resets--;
      this.resets++;
      request.socket.resetAndDestroy();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (this.faults.hangs) return;
    await this.faults.holds;
    if (this.faults.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.faults.delay));
    if (!this.#admits(request, response)) return;
    try {
      const text = this.#answer(Buffer.concat(chunks).toString());
      const call = this.calls.at(-1);
      if (call !== undefined && this.faults.losesAnswerTo?.(call)) {
        this.faults.losesAnswerTo = undefined;
        request.socket.resetAndDestroy();
        return;
      }
      response.writeHead(200, { "Content-Type": "application/json" }).end(text === "" ? "" : `${text}\n`);
    } catch (error) {
      if (!(error instanceof Thrown)) throw error;
      errorPage(request, response, 500, error);
    }
  }

  /** What is checked before the request itself. */
  #admits(request: http.IncomingMessage, response: http.ServerResponse): boolean {
    const { host = "", origin } = request.headers;
    const name = host.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
    const path = new URL(request.url ?? "/", "http://host").pathname;
    const page = (status: number, message: string) => errorPage(request, response, status, { message });
    if (isIP(name) === 0 && name !== "localhost") page(403, "Forbidden");
    else if (request.method === "POST" && !isOwn(origin, this.#origin(host))) page(403, "Forbidden");
    else if (!this.#login.admits(request)) {
      response.setHeader("WWW-Authenticate", this.#login.challenge());
      page(401, "Unauthorized");
    } else if (path === "/jsonrpc") response.writeHead(301, { Location: "/jsonrpc/" }).end();
    else if (!path.startsWith("/jsonrpc/")) page(404, "Not Found");
    else if (request.method === "GET") page(200, "I2PControl");
    else if (request.method !== "POST") page(405, "Method Not Allowed");
    else return true;
    return false;
  }

  #origin = (host: string) => `${this.options.tls === undefined ? "http" : "https"}://${host}`;

  /** What it cannot read gets an empty answer; what has no id that it likes gets `null`. */
  #answer(text: string): string {
    let sent: unknown;
    try {
      // Its parser takes a comma that nothing follows.
      sent = JSON.parse(text.replaceAll(/,(?=\s*[}\]])/g, ""));
    } catch {
      return "";
    }
    if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return "";
    const { jsonrpc, id, method, params, result } = sent as { readonly [key: string]: unknown };
    if (jsonrpc !== "2.0") return "";
    if (method === undefined && result !== undefined) return "null";
    if (typeof method !== "string" || method === "") return "";
    if (params !== undefined && typeof params !== "object") return "";
    if (id === undefined || (typeof id === "object" && id !== null)) return "null";
    const common = `"id":${JSON.stringify(id)},"jsonrpc":"2.0"`;
    try {
      return `{"result":${write(this.#call(method, params as Params | null | undefined))},${common}}`;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return `{"error":${write({ code: error.code, message: error.message })},${common}}`;
    }
  }

  #call(method: string, params: Params | null | undefined): Json {
    const handlers: { readonly [method: string]: (params: Params) => Json } = {
      Authenticate: (given) => this.#authenticate(given),
      Echo: (given) => ({ Result: string(given["Echo"]) }),
      GetRate: (given) => this.#rate(given),
      I2PControl: (given) => this.#control(given),
      RouterInfo: (given) => this.#info(given),
      RouterManager: (given) => this.#manage(given),
      NetworkSetting: (given) => this.configuration.network(given),
      AdvancedSettings: (given) => this.configuration.advanced(given),
      ...this.options.proposal170?.handlers,
    };
    const handle = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (handle === undefined) throw new Refused(-32601, "Method not found");
    if (params === null || params === undefined || Array.isArray(params)) throw invalid();
    this.calls.push({ method, params });
    if (method !== "Authenticate") this.#checkToken(params["Token"]);
    const missing = (NEEDED[method] ?? []).filter((name) => !Object.hasOwn(params, name));
    if (missing.length > 0) throw new Refused(-32602, `Missing parameter(s): ${missing.join(",")}`);
    return handle(params);
  }

  #checkToken(token: unknown): void {
    if (token === undefined || token === null)
      throw new Refused(-32002, "No authentication token presented.");
    const until = this.#tokens.get(string(token) ?? "");
    if (until === undefined) throw new Refused(-32003, "Authentication token doesn't exist.");
    if (until > this.options.clock.now()) return;
    this.#tokens.delete(String(token));
    throw new Refused(-32004, "Provided authentication token was expired and will be removed.");
  }

  #authenticate({ Password, API }: Params): Json {
    if (string(Password) !== this.#password) throw new Refused(-32001, "Invalid password provided.");
    if (API === null) throw new Thrown("java.lang.NullPointerException: Cannot invoke Number.intValue()");
    if (typeof API !== "number")
      throw new Refused(
        -32005,
        "The version of the I2PControl API wasn't specified, but is required to be specified.",
      );
    if (Math.trunc(API) !== 1)
      throw new Refused(
        -32006,
        `The provided API version '${API}' is not supported. The supported versions are, 1.`,
      );
    const Token = randomBytes(32).toString("base64").replaceAll("+", "-").replaceAll("/", "~");
    this.#tokens.set(Token, this.options.clock.now() + DAY);
    return { Token, API: 1 };
  }

  #rate({ Stat, Period }: Params): Json {
    if (Stat === null || Period === null) throw invalid();
    if (typeof Period !== "number")
      throw new Thrown("java.lang.ClassCastException: class java.lang.String cannot be cast to Number");
    const stat = string(Stat) ?? "";
    const period = Math.trunc(Period);
    const periods = this.#stats.get(stat);
    if (periods === undefined) {
      if (period < 1) throw new Thrown("java.lang.IllegalArgumentException");
      this.#stats.set(stat, new Set([period]));
    } else if (!periods.has(period)) throw new Refused(-32603, "Internal error");
    return { Result: new Double(0) };
  }

  #control(params: Params): Json {
    const password = string(params["i2pcontrol.password"] ?? null);
    if (password === null || password === this.#password) return { SettingsSaved: false };
    this.#password = password;
    this.#tokens.clear();
    return { "i2pcontrol.password": null, SettingsSaved: true };
  }

  #info(params: Params): Json {
    return Object.fromEntries(
      Object.entries({
        ...this.#life.reported(),
        ...this.options.proposal170?.info,
        ...this.more,
      }).filter(([key]) => Object.hasOwn(params, key)),
    );
  }

  /** Only the first that it looks for is done. */
  #manage(params: Params): Json {
    const action = ACTIONS.find((name) => Object.hasOwn(params, name));
    switch (action) {
      case undefined:
        return {};
      case "Restart":
      case "Shutdown":
        this.#life.end(action === "Restart" ? "restart" : "stop");
        break;
      case "RestartGraceful":
      case "ShutdownGraceful":
        this.#life.drain(action === "RestartGraceful" ? "restart" : "stop");
        break;
      case "Reseed":
        this.#life.reseed();
        break;
      case "FindUpdates":
        // It saves when it last looked, and then falls over what cannot be saved.
        if (this.configuration.poison !== undefined) return {};
        return { FindUpdates: this.update.available };
      case "Update":
        return { Update: this.update.status };
    }
    return { [action]: null };
  }
}

/** An origin that is "null" passes: pages in sandboxes and files have it, whatever site they come from. */
const isOwn = (origin: string | undefined, own: string) =>
  origin === undefined || origin === "null" || origin.toLowerCase() === own.toLowerCase();

const NEEDED: { readonly [method: string]: readonly string[] } = {
  Authenticate: ["Password", "API"],
  Echo: ["Echo"],
  GetRate: ["Stat", "Period"],
};
