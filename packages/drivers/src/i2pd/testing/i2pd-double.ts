import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "@pilothouse/system";
import type { Clock } from "../../port.js";
import { settingsOf } from "../config/conf.js";

/** Transit tunnels of others that it carries a little after its start. */
const TUNNELS = 20;
const HOUR = 3_600_000;
const RESEED = 1_000;
const CONSOLE_TOKEN = "1963057843";

interface DoubleOptions {
  readonly dataDir: string;
  readonly config: string;
  readonly clock: Clock;
  /** A file that holds the version. */
  readonly binary: string;
}

/**
 * Stands in for an i2pd that checks its tokens, as versions after 2.59 do: random ones that live for an
 * hour, -32002 without one, -32003 for one it does not know, -32001 for a wrong password. It has the
 * control service of a real one, with its file and certificate, and can be started, stopped and crash.
 */
export class I2pdDouble {
  /** Tokens, and when each ends. */
  readonly tokens = new Map<string, number>();
  logins = 0;
  /** What happens when the next request has arrived, before its answer. */
  interruption: (() => Promise<void>) | undefined;
  refusals = 0;
  /** It has another password than its i2pd.conf. */
  refusesLogins = false;
  refusedLogins = 0;
  /** Of the program that runs, which may have been replaced since. */
  version = "";
  #server: Server | undefined;
  #began = 0;
  #password = "";
  #draining: NodeJS.Timeout | undefined;
  /** A wait that was begun on the web console, which can be cancelled there. */
  #cancellable = false;
  /** Its web console, which has a port of its own from before the first start. */
  readonly #console = createHttpServer(({ url = "" }, response) => {
    const { searchParams } = new URL(url, "http://localhost");
    if (!this.runs) return void response.writeHead(503).end();
    const isOurs = searchParams.get("token") === CONSOLE_TOKEN;
    if (isOurs) this.#command(searchParams.get("cmd"));
    const offered = ["run_peer_test", this.#cancellable ? "shutdown_cancel" : "shutdown_start", "terminate"];
    response.end(
      offered.map((cmd) => `<li><a href="/?cmd=${cmd}&token=${CONSOLE_TOKEN}">x</a></li>\r\n`).join(""),
    );
  });
  #tunnels = TUNNELS;

  constructor(readonly options: DoubleOptions) {}

  get runs(): boolean {
    return this.#server !== undefined;
  }

  /** Opens its web console, and returns the port for i2pd.conf. */
  async openConsole(): Promise<number> {
    await new Promise<void>((resolve) => this.#console.listen(0, "127.0.0.1", resolve));
    return (this.#console.address() as AddressInfo).port;
  }

  closeConsole(): void {
    this.#console.close();
  }

  /** For the driver: what `i2pd` and the commands would do; systemctl says what it says of a unit. */
  readonly run: Run = async (argv) => {
    const [program = "", first = ""] = argv;
    const done = (stdout = "", stderr = "", code = 0) => ({ code, stdout, stderr });
    const verb = program === "systemctl" ? first : program;
    if (["start-i2pd", "start"].includes(verb)) await this.start();
    else if (["stop-i2pd", "stop"].includes(verb)) await this.stop();
    else if (verb === "show")
      return done(
        `LoadState=loaded\nActiveState=${this.runs ? "active" : "inactive"}\nResult=success\nExecMainCode=1\nExecMainStatus=0\n`,
      );
    else if (first === "--version") return done(`i2pd version ${readFileSync(program, "utf8")} (0.9.67)\n`);
    else {
      // A trial: the configuration is read first, then the pid file cannot be made.
      const pidFile = argv.find((arg) => arg.startsWith("--pidfile="))?.slice("--pidfile=".length);
      return done("", `Cannot create ${pidFile}\n`, 1);
    }
    return done();
  };

  async start(): Promise<void> {
    if (this.#server !== undefined) return;
    const { dataDir, config, clock, binary } = this.options;
    this.version = readFileSync(binary, "utf8");
    const settings = settingsOf(readFileSync(config, "utf8"));
    this.#password = settings.get("i2pcontrol.password") ?? "itoopie";
    this.#began = clock.now();
    this.#tunnels = TUNNELS;
    this.tokens.clear();
    const pair = {
      cert: readFileSync(join(dataDir, "i2pcontrol.crt.pem")),
      key: readFileSync(join(dataDir, "i2pcontrol.key.pem")),
    };
    const server = createServer(pair, async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      const interruption = this.interruption;
      this.interruption = undefined;
      await interruption?.();
      const body = this.#answer(JSON.parse(text));
      // It answers when a reseed is over.
      if (text.includes('"Reseed"')) await sleep(RESEED);
      response.writeHead(200, { Connection: "close", "Content-Type": "application/json" }).end(body);
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) =>
      server
        .once("error", reject)
        .listen(Number(settings.get("i2pcontrol.port")), settings.get("i2pcontrol.address"), resolve),
    );
  }

  async stop(): Promise<void> {
    clearTimeout(this.#draining);
    this.#cancellable = false;
    const server = this.#server;
    this.#server = undefined;
    await new Promise<void>((resolve) => {
      if (server === undefined) resolve();
      else server.close(() => resolve());
      server?.closeAllConnections();
    });
  }

  #answer({
    id,
    method,
    params,
  }: {
    id: number;
    method: string;
    params: { [key: string]: unknown };
  }): string {
    const reported = (result: object) => JSON.stringify({ id, result, jsonrpc: "2.0" });
    const refused = (code: number, message: string) => {
      this.refusals++;
      return JSON.stringify({ id: null, error: { code, message }, jsonrpc: "2.0" });
    };
    const now = this.options.clock.now();
    if (method === "Authenticate") {
      if (this.refusesLogins || params["Password"] !== this.#password) {
        this.refusedLogins++;
        return refused(-32001, "Invalid password");
      }
      this.logins++;
      const token = randomBytes(32).toString("base64");
      this.tokens.set(token, now + HOUR);
      return reported({ API: 1, Token: token });
    }
    const { Token: token, ...rest } = params;
    if (token === undefined) return refused(-32002, "No authentication token presented");
    const ends = this.tokens.get(String(token));
    if (ends === undefined || now >= ends) return refused(-32003, "Token doesn't exist");
    const keys = Object.keys(rest);
    switch (method) {
      case "RouterInfo":
        return reported(Object.fromEntries(keys.flatMap((key) => this.#info(key, now))));
      case "NetworkSetting":
        return reported(rest);
      case "ClientServicesInfo":
        return reported(
          Object.fromEntries(
            keys.map((key) => [key, key === "I2PTunnel" ? { client: "", server: "" } : { enabled: "false" }]),
          ),
        );
      case "RouterManager":
        for (const key of keys) this.#act(key);
        return reported(Object.fromEntries(keys.map((key) => [key, null])));
      default:
        return refused(-32601, "Method not found");
    }
  }

  #info(key: string, now: number): readonly (readonly [string, unknown])[] {
    const values: { readonly [key: string]: unknown } = {
      "i2p.router.status": "1",
      "i2p.router.uptime": Math.floor((now - this.#began) / 1_000) * 1_000,
      "i2p.router.version": this.version,
      "i2p.router.net.status": 0,
      "i2p.router.net.error": 0,
      "i2p.router.net.testing": 0,
      "i2p.router.net.bw.inbound.1s": 10_820.5,
      "i2p.router.net.bw.inbound.15s": 2_506.25,
      "i2p.router.net.bw.outbound.1s": 9_827,
      "i2p.router.net.bw.outbound.15s": 2_065,
      "i2p.router.net.tunnels.participating": this.#tunnels,
      "i2p.router.net.tunnels.successrate": 87,
      "i2p.router.net.total.received.bytes": 100_777,
      "i2p.router.net.total.sent.bytes": 97_766,
      "i2p.router.netdb.knownpeers": 6,
      "i2p.router.netdb.activepeers": 5,
      "i2p.router.net.bw.transit.15s": 1_024.5,
      "i2p.router.net.transit.sent.bytes": 5_000_000,
      "i2p.router.net.tunnels.inbound": 4,
      "i2p.router.net.tunnels.outbound": 5,
      "i2p.router.net.tunnels.totalsuccessrate": 71,
      "i2p.router.net.tunnels.queue": 2,
      "i2p.router.net.tunnels.tbmqueue": 1,
      "i2p.router.netdb.floodfills": 3,
      "i2p.router.netdb.leasesets": 8,
    };
    return Object.hasOwn(values, key) ? [[key, values[key]]] : [];
  }

  #act(action: string): void {
    if (action === "Shutdown") setTimeout(() => void this.stop(), 50);
    if (action === "ShutdownGraceful") this.#drain();
  }

  #command(name: string | null): void {
    if (name === "shutdown_start") {
      this.#cancellable = true;
      this.#drain();
    }
    if (name !== "shutdown_cancel") return;
    clearTimeout(this.#draining);
    this.#cancellable = false;
    this.#tunnels = TUNNELS;
  }

  /** Its tunnels end one after the other, then itself. */
  #drain(): void {
    this.#draining = setTimeout(() => {
      this.#tunnels = Math.max(0, this.#tunnels - 2);
      if (this.#tunnels === 0) void this.stop();
      else this.#drain();
    }, 300);
  }
}
