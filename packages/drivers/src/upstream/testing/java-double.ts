import { createHash, randomBytes } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { type AddressInfo, isIP } from "node:net";
import type { Clock } from "../../port.js";

/**
 * Stands in for Java I2P 2.13.0's webapp in tests, over real HTTP and with its defects. It shares no
 * table with what it tests: names and codes are written out, and `java-double.test.ts` holds it
 * against recorded exchanges.
 */
export interface JavaDoubleOptions {
  readonly clock: Clock;
  readonly password?: string;
  /** A password of the console: every request then needs a Digest login. */
  readonly console?: { readonly user: string; readonly password: string };
  /** A certificate, as a proxy before the console would have one. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Requests that one challenge of the Digest login is good for. */
  readonly nonceUses?: number;
}

type Json = null | boolean | number | string | Double | { readonly [key: string]: Json };
type Params = { readonly [key: string]: unknown };

export interface JavaCall {
  readonly method: string;
  readonly params: Params;
}

/** A number that Java prints with a fraction. */
class Double {
  constructor(readonly value: number) {}
}

/** An error in the answer. */
class Refused extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** An exception that nobody caught: an HTML page with a stack trace. */
class Thrown extends Error {}

const DAY = 86_400_000;
const TUNNEL_EVERY = 5_000;
const TUNNEL_LIFE = 600_000;
const ACTS_AFTER = 1_500;
const CLOSES_AFTER = 100;
const BACK_AFTER = 16_000;
const RESETS_FROM = 56;
const FIRST_PORT = "20544";

interface Setting {
  readonly name: string;
  readonly restart?: true;
  /** The value as it is saved; throws what the handler says to a bad one. */
  readonly take?: (value: string, key: string) => string;
  readonly also?: (value: string) => Readonly<Record<string, string>>;
}

const port = (value: string, key: string) => {
  if (/^[+-]?\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535) return value;
  throw new Refused(
    -32602,
    `"${key}" must be a string representing a number in the range 1-65535. ${value} isn't valid.`,
  );
};
const isInt = (value: string) => /^[+-]?\d+$/.test(value) && Number(value) >= 0 && Number(value) < 2 ** 31;
const kibPerSecond = (value: string, key: string) => {
  if (isInt(value)) return value;
  throw new Refused(-32602, `"${key}" A positive integer must supplied, ${value} isn't valid`);
};
const percent = (value: string, key: string) => {
  if (isInt(value) && Number(value) <= 100) return value;
  throw new Refused(-32602, `"${key}" A positive integer must supplied, "${value}" isn't valid`);
};
const oneOf = (allowed: readonly string[], said: string) => (value: string, key: string) => {
  const low = value.trim().toLowerCase();
  if (allowed.includes(low)) return low;
  throw new Refused(-32602, `"${key}" can only be ${said}. ${low} isn't valid.`);
};
const burst = (direction: string) => (value: string) => {
  const rate = Math.trunc(Number(value) * 1.1);
  return {
    [`i2np.bandwidth.${direction}BurstKBytesPerSecond`]: String(rate),
    [`i2np.bandwidth.${direction}BurstKBytes`]: String(rate * 20),
  };
};

const DETECTED_IP = "i2p.router.net.ssu.detectedip";
const SETTINGS: { readonly [key: string]: Setting } = {
  "i2p.router.net.ntcp.port": {
    name: "i2np.ntcp.port",
    restart: true,
    take: port,
    also: () => ({ "i2np.ntcp.autoport": "false" }),
  },
  "i2p.router.net.ntcp.hostname": { name: "i2np.ntcp.hostname", restart: true },
  "i2p.router.net.ntcp.autoip": {
    name: "i2np.ntcp.autoip",
    restart: true,
    take: oneOf(["always", "true", "false"], "always, true or false"),
  },
  "i2p.router.net.ssu.port": {
    name: "i2np.udp.port",
    restart: true,
    take: port,
    also: (value) => ({ "i2np.udp.internalPort": value }),
  },
  "i2p.router.net.ssu.hostname": { name: "i2np.udp.host", restart: true },
  "i2p.router.net.ssu.autoip": {
    name: "i2np.udp.addressSources",
    restart: true,
    take: oneOf(["ssu", "local,ssu", "upnp,ssu", "local,upnp,ssu"], "ssu/local,upnp,ssu/local/ssu/upnp,ssu"),
  },
  [DETECTED_IP]: { name: "" },
  "i2p.router.net.upnp": { name: "i2np.upnp.enable", restart: true },
  "i2p.router.net.bw.share": { name: "router.sharePercentage", take: percent },
  "i2p.router.net.bw.out": {
    name: "i2np.bandwidth.outboundKBytesPerSecond",
    take: kibPerSecond,
    also: burst("outbound"),
  },
  "i2p.router.net.bw.in": {
    name: "i2np.bandwidth.inboundKBytesPerSecond",
    take: kibPerSecond,
    also: burst("inbound"),
  },
  "i2p.router.net.laptopmode": { name: "i2np.laptopMode" },
};
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
    /** Keys of NetworkSetting that are refused, whatever the value. */
    refuses: new Set<string>(),
    /** So many requests have their connection reset before they are looked at. */
    resets: 0,
    /** Answers nothing. */
    hangs: false,
    /** Milliseconds before each answer. */
    delay: 0,
    /** Carries out the next call that this is true of, and breaks the connection before the answer. */
    losesAnswerTo: undefined as ((call: JavaCall) => boolean) | undefined,
  };
  /** Every call that was made, in the order of its coming. */
  readonly calls: JavaCall[] = [];
  /** The most requests that were under way at once, and how many connections were reset for it. */
  busiest = 0;
  resets = 0;
  /** An address that ssu.detectedip tells; without one it fails. */
  detectedIp: string | undefined;
  update = { available: false, status: "Update not started" };

  #password: string;
  #busy = 0;
  #address: AddressInfo | undefined;
  #server: http.Server | undefined;
  #born: number;
  #known = 50;
  #reseeded: number | undefined;
  #end: { readonly at: number; readonly next: "restart" | "stop" } | undefined;
  #draining: { readonly from: number; readonly next: "restart" | "stop" } | undefined;
  #down: { readonly since: number; readonly next: "restart" | "stop" } | undefined;
  #tokens = new Map<string, number>();
  #stats = new Map<string, Set<number>>();
  #nonces = new Map<string, Set<string>>();
  /** What is on its disk, and what it has in memory. */
  #disk = new Map([
    ["i2np.udp.port", FIRST_PORT],
    ["i2np.udp.internalPort", FIRST_PORT],
    ["router.networkID", "99"],
  ]);
  #config = new Map(this.#disk);

  constructor(readonly options: JavaDoubleOptions) {
    this.#password = options.password ?? "itoopie";
    this.#born = options.clock.now();
    this.#forget();
  }

  get url(): string {
    return `${this.options.tls === undefined ? "http" : "https"}://127.0.0.1:${this.#address?.port}/jsonrpc/`;
  }

  /** What would be there after a restart. */
  get onDisk(): ReadonlyMap<string, string> {
    return this.#disk;
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
      server.listen(this.#address?.port ?? 0, "127.0.0.1", resolve);
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
    const now = this.options.clock.now();
    if (this.#down === undefined) {
      const end = this.#end ?? this.#drained();
      if (end === undefined || now < end.at + ACTS_AFTER + CLOSES_AFTER) return;
      this.#down = { since: end.at + ACTS_AFTER + CLOSES_AFTER, next: end.next };
      await this.close();
    } else if (this.#down.next === "restart" && now >= this.#down.since + BACK_AFTER) await this.run();
  }

  /** A new life, as someone at the machine would begin one. */
  async run(): Promise<void> {
    this.#known = this.#knownPeers();
    this.#born = this.options.clock.now();
    this.#down = undefined;
    this.#end = undefined;
    this.#draining = undefined;
    this.#config = new Map(this.#disk);
    this.#forget();
    if (this.#server === undefined) await this.open();
  }

  #forget(): void {
    this.#tokens.clear();
    this.#reseeded = undefined;
    this.#stats = new Map(
      ["bw.sendRate", "bw.recvRate", "bw.combined", "router.memoryUsed", "jobQueue.jobRun"].map((stat) => [
        stat,
        new Set([60_000, 300_000]),
      ]),
    );
  }

  /** A graceful wait is over when the last tunnel that was taken before it has ended. */
  #drained() {
    if (this.#draining === undefined) return undefined;
    const { from, next } = this.#draining;
    const last = this.#born + Math.floor((from - this.#born) / TUNNEL_EVERY) * TUNNEL_EVERY;
    return { at: last === this.#born ? from : last + TUNNEL_LIFE, next };
  }

  #tunnels(): number {
    const now = this.options.clock.now();
    const taken = (until: number) => Math.max(0, Math.floor((until - this.#born) / TUNNEL_EVERY));
    return Math.max(0, taken(Math.min(now, this.#draining?.from ?? now)) - taken(now - TUNNEL_LIFE));
  }

  #knownPeers(): number {
    const seconds = this.#reseeded === undefined ? 0 : (this.options.clock.now() - this.#reseeded) / 1_000;
    return this.#known + Math.min(50, Math.floor(seconds) * 10);
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    this.#busy++;
    response.once("close", () => this.#busy--);
    this.busiest = Math.max(this.busiest, this.#busy);
    if (this.#busy >= RESETS_FROM || this.faults.resets > 0) {
      if (this.faults.resets > 0) this.faults.resets--;
      this.resets++;
      request.socket.resetAndDestroy();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (this.faults.hangs) return;
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
      page(response, 500, error.message, `<h3>Caused by:</h3><pre>${escaped(error.stack ?? "")}</pre>`);
    }
  }

  /** What is looked at before the request itself. */
  #admits(request: http.IncomingMessage, response: http.ServerResponse): boolean {
    const { host = "", origin } = request.headers;
    const name = host.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
    const path = new URL(request.url ?? "/", "http://host").pathname;
    if (isIP(name) === 0 && name !== "localhost") page(response, 403, "Forbidden");
    else if (origin !== undefined && origin !== `http://${host}`) page(response, 403, "Forbidden");
    else if (!this.#knows(request)) {
      const nonce = randomBytes(12).toString("base64");
      this.#nonces.set(nonce, new Set());
      response.setHeader(
        "WWW-Authenticate",
        `Digest realm="i2prouter", domain="/", nonce="${nonce}", algorithm=MD5, qop="auth", stale=false`,
      );
      page(response, 401, "Unauthorized");
    } else if (path === "/jsonrpc") response.writeHead(301, { Location: "/jsonrpc/" }).end();
    else if (!path.startsWith("/jsonrpc/")) page(response, 404, "Not Found");
    else if (request.method === "GET") page(response, 200, "I2PControl");
    else if (request.method !== "POST") page(response, 405, "Method Not Allowed");
    else return true;
    return false;
  }

  /** Jetty's check: the digest must be right, and no count may come twice. */
  #knows({ headers, method = "" }: http.IncomingMessage): boolean {
    const { console, nonceUses = 1_024 } = this.options;
    if (console === undefined) return true;
    const sent = new Map(
      [...(headers.authorization ?? "").matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(
        ([, key, quoted, bare]) => [key, quoted ?? bare ?? ""],
      ),
    );
    const field = (key: string) => sent.get(key) ?? "";
    const seen = this.#nonces.get(field("nonce"));
    if (seen === undefined || seen.has(field("nc")) || seen.size >= nonceUses) return false;
    const md5 = (text: string) => createHash("md5").update(text).digest("hex");
    const who = md5(`${console.user}:i2prouter:${console.password}`);
    const what = md5(`${method}:${field("uri")}`);
    const right = md5(`${who}:${field("nonce")}:${field("nc")}:${field("cnonce")}:auth:${what}`);
    if (field("username") !== console.user || field("response") !== right) return false;
    seen.add(field("nc"));
    return true;
  }

  /** What it cannot read gets an empty answer; what has no id that it likes gets `null`. */
  #answer(text: string): string {
    let sent: unknown;
    try {
      sent = JSON.parse(text);
    } catch {
      return "";
    }
    if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return "";
    const { jsonrpc, id, method, params, result } = sent as { readonly [key: string]: unknown };
    if (jsonrpc !== "2.0") return "";
    if (method === undefined && result !== undefined) return "null";
    if (typeof method !== "string" || (params !== undefined && typeof params !== "object")) return "";
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
      NetworkSetting: (given) => this.#network(given),
      AdvancedSettings: (given) => this.#advanced(given),
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
    const known = this.#knownPeers();
    const told: { readonly [key: string]: Json } = {
      "i2p.router.status":
        this.#draining === undefined ? "Rejecting tunnels: Starting up" : "Rejecting tunnels: Shutting down",
      "i2p.router.uptime": this.options.clock.now() - this.#born,
      "i2p.router.version": "2.13.0-3",
      "i2p.router.net.status": 13,
      "i2p.router.net.bw.inbound.1s": new Double(0),
      "i2p.router.net.bw.inbound.15s": new Double(1.5),
      "i2p.router.net.bw.outbound.1s": new Double(0),
      "i2p.router.net.bw.outbound.15s": new Double(0),
      "i2p.router.net.tunnels.participating": this.#tunnels(),
      "i2p.router.netdb.knownpeers": known,
      "i2p.router.netdb.activepeers": 12,
      "i2p.router.netdb.fastpeers": 5,
      "i2p.router.netdb.highcapacitypeers": 7,
      "i2p.router.netdb.isreseeding": false,
    };
    return Object.fromEntries(Object.entries(told).filter(([key]) => Object.hasOwn(params, key)));
  }

  /** Only the first that it looks for is done. */
  #manage(params: Params): Json {
    const action = ACTIONS.find((name) => Object.hasOwn(params, name));
    const now = this.options.clock.now();
    switch (action) {
      case undefined:
        return {};
      case "Restart":
      case "Shutdown":
        this.#end = { at: now, next: action === "Restart" ? "restart" : "stop" };
        break;
      case "RestartGraceful":
      case "ShutdownGraceful":
        this.#draining = {
          from: this.#draining?.from ?? now,
          next: action === "RestartGraceful" ? "restart" : "stop",
        };
        break;
      case "Reseed":
        this.#known = this.#knownPeers();
        this.#reseeded = now;
        break;
      case "FindUpdates":
        return { FindUpdates: this.update.available };
      case "Update":
        return { Update: this.update.status };
    }
    return { [action]: null };
  }

  #network(params: Params): Json {
    const told: { [key: string]: Json } = {};
    let saved = false;
    let restart = false;
    for (const [key, { name, restart: needs, take, also }] of Object.entries(SETTINGS)) {
      if (!Object.hasOwn(params, key)) continue;
      if (key === DETECTED_IP) {
        if (this.detectedIp === undefined)
          throw new Thrown("java.lang.NullPointerException: Cannot invoke RouterAddress.getIP()");
        told[key] = this.detectedIp;
        continue;
      }
      const value = string(params[key]);
      const old =
        this.#config.get(name) ?? (name === "i2np.ntcp.port" ? this.#config.get("i2np.udp.port") : undefined);
      if (value === null) {
        told[key] = old ?? null;
        continue;
      }
      if (this.faults.refuses.has(key)) throw new Refused(-32602, `"${key}" ${value} isn't valid.`);
      if (old !== value.trim()) {
        const good = take === undefined ? value : take(value, key);
        this.#save({ [name]: good, ...also?.(good) });
        restart ||= needs === true;
      }
      saved = true;
    }
    return { ...told, RestartNeeded: restart, SettingsSaved: saved };
  }

  #advanced(params: Params): Json {
    const told: { [key: string]: Json } = {};
    if (Object.hasOwn(params, "setAll")) {
      const map = settings("setAll", params["setAll"]);
      if (map.size === 0) throw new Thrown("java.lang.NullPointerException: Cannot invoke Map.keySet()");
      this.#config.clear();
      this.#save(Object.fromEntries(map));
    }
    if (Object.hasOwn(params, "set")) {
      const map = settings("set", params["set"]);
      if (map.size === 0) throw new Refused(-32602, "Map of settings does not contain any entries");
      this.#save(Object.fromEntries(map));
    }
    if (Object.hasOwn(params, "getAll")) told["getAll"] = Object.fromEntries(this.#config);
    if (Object.hasOwn(params, "get")) {
      const name = params["get"];
      if (typeof name !== "string") throw new Refused(-32602, 'Value of "get" is not a string');
      told["get"] = { [name]: this.#config.get(name) ?? null };
    }
    return told;
  }

  /** Memory first; then the file, which cannot hold everything that memory can. */
  #save(changes: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(changes)) this.#config.set(name, value);
    for (const [name, value] of this.#config) {
      if (/[#;=\r\n]/.test(name))
        throw new Thrown(
          `java.lang.IllegalArgumentException: Invalid character (one of "#;=\\r\\n") in key: "${name}"`,
        );
      if (/[#\r\n]/.test(value))
        throw new Thrown(
          `java.lang.IllegalArgumentException: Invalid character (one of "#\\r\\n") in value: "${value}"`,
        );
    }
    this.#disk = new Map(this.#config);
  }
}

const NEEDED: { readonly [method: string]: readonly string[] } = {
  Authenticate: ["Password", "API"],
  Echo: ["Echo"],
  GetRate: ["Stat", "Period"],
};

const invalid = () => new Refused(-32602, "Invalid parameters");

/** A cast to String, which null survives and nothing else does. */
function string(value: unknown): string | null {
  if (value === null || typeof value === "string") return value;
  throw new Thrown(
    "java.lang.ClassCastException: class java.math.BigDecimal cannot be cast to class java.lang.String",
  );
}

function settings(parameter: string, value: unknown): Map<string, string> {
  if (typeof value !== "object" || value === null)
    throw new Refused(-32602, `Value of "${parameter}" is not a Map`);
  const entries = Object.entries(value);
  if (entries.some(([, one]) => typeof one !== "string"))
    throw new Refused(-32603, "Some of the supplied values are not strings");
  return new Map(entries);
}

function write(value: Json): string {
  if (value instanceof Double)
    return Number.isInteger(value.value) ? `${value.value}.0` : String(value.value);
  if (typeof value === "string") return JSON.stringify(value).replaceAll("/", "\\/");
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${write(key)}:${write(one)}`)
    .join(",")}}`;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

function page(response: http.ServerResponse, status: number, says: string, more = ""): void {
  response
    .writeHead(status, { "Content-Type": "text/html;charset=iso-8859-1" })
    .end(
      `<html>\n<head>\n<meta http-equiv="Content-Type" content="text/html;charset=ISO-8859-1"/>\n<title>Error ${status} ${escaped(says)}</title>\n</head>\n<body><h2>HTTP ERROR ${status} ${escaped(says)}</h2>${more}</body>\n</html>\n`,
    );
}
