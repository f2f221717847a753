import { isLoopback } from "@pilothouse/system";
import { countedAs, LOOPBACK } from "../auth/guessing/address.js";
import type { Log } from "../log.js";
import type { Answer } from "../rpc/answer.js";
import type { Settings } from "../settings/table.js";
import { ownNames, type TlsMaterial } from "./certificate.js";
import { Endpoint } from "./endpoint.js";
import { shareOf } from "./places.js";
import { type ConsoleFiles, consoleRoute } from "./routes/console-files.js";
import { type MetricsRouteOptions, metricsRoute } from "./routes/metrics-route.js";
import { consoleRpcRoute, isRpcPath, rpcRoute } from "./routes/rpc-route.js";

/** An endpoint cannot listen; the message names address and port. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

interface Options {
  readonly settings: () => Settings;
  readonly answer: Answer;
  readonly answerAt: (path: string) => Answer | undefined;
  /** Whether plain HTTP serves RPC now. */
  readonly rpcOverHttp: () => boolean;
  readonly metrics: Pick<MetricsRouteOptions, "on" | "admits" | "write">;
  readonly console: ConsoleFiles;
  readonly log: Log;
}

/** The two endpoints: HTTPS, always open for RPC, and plain HTTP, where it can be switched off. */
export class Endpoints {
  #https: Endpoint | undefined;
  #http: Endpoint | undefined;
  #stopping = false;

  constructor(readonly options: Options) {}

  get https(): string | undefined {
    return this.#https?.url;
  }

  get http(): string | undefined {
    return this.#http?.url;
  }

  /** Binds the ports before anything else: a port in use must change nothing. No request is answered yet. */
  async listen(): Promise<void> {
    const settings = this.options.settings();
    try {
      if (settings["https.enabled"])
        this.#https = await this.#open(true, settings["https.port"], () => true, "/console/");
      if (plainHttpAllowed(settings))
        this.#http = await this.#open(false, settings["http.port"], this.options.rpcOverHttp, "/");
    } catch (error) {
      await this.close(0);
      throw error;
    }
  }

  useCertificate(material: TlsMaterial): void {
    this.#https?.use(material);
  }

  /** Answers from now on, also those who connected before. */
  admit(): void {
    this.#https?.admit();
    this.#http?.admit();
  }

  async close(graceMs: number): Promise<void> {
    this.#stopping = true;
    await Promise.all([this.#https?.close(graceMs), this.#http?.close(graceMs)]);
  }

  /** On plain HTTP the console is at the root, as its users expect. */
  async #open(secure: boolean, port: number, rpcOn: () => boolean, consoleAt: string): Promise<Endpoint> {
    const { settings, answer, answerAt, metrics, console, log } = this.options;
    const trustedProxies = () => settings()["http.trust_proxy"];
    const loopbackAllowed = () => settings()["metrics.allow_loopback"];
    const calls = { answer, answerAt, trustedProxies, stopping: () => this.#stopping };
    const rpc = rpcRoute(calls, rpcOn);
    const { host, "limits.connections": connectionLimit } = settings();
    // Behind loopback and a proxy are many people. If all come from there, nobody else needs a place.
    const fromManyPeople = (owner: string) =>
      owner === LOOPBACK || trustedProxies().some((address) => countedAs({ address }) === owner);
    const share = isLoopback(host)
      ? () => connectionLimit
      : (owner: string) => shareOf(connectionLimit, fromManyPeople(owner));
    const endpoint = new Endpoint({
      secure,
      routes: [
        rpc,
        metricsRoute({ ...metrics, loopbackAllowed, trustedProxies }),
        ...(console.size === 0 ? [] : [consoleRpcRoute(calls), consoleRoute(console, consoleAt)]),
      ],
      calls: { takes: (path) => isRpcPath(path) && rpcOn(), answer },
      asksFirst: rpc.has,
      log,
      connectionLimit,
      share,
      hostNames: madeFrom(settings, (now) => {
        const allowed = now["http.allowed_hosts"].map((name) => name.toLowerCase());
        return new Set([...ownNames(now.host), ...allowed]);
      }),
      allowedOrigins: madeFrom(settings, (now) => new Set(now["http.allowed_origins"])),
    });
    try {
      await endpoint.listen({ host, port });
      return endpoint;
    } catch (error) {
      throw new ListenError(sentence(error as NodeJS.ErrnoException, host, port, secure ? "https" : "http"));
    }
  }
}

/** Rebuilt only when the settings change, because every request uses it. */
function madeFrom(
  settings: () => Settings,
  make: (now: Settings) => ReadonlySet<string>,
): () => ReadonlySet<string> {
  let madeFor: Settings | undefined;
  let made: ReadonlySet<string> = new Set();
  return () => {
    const now = settings();
    if (madeFor !== now) made = make(now);
    madeFor = now;
    return made;
  };
}

export const listensOnLoopback = ({ host }: Settings): boolean => isLoopback(host);

export const plainHttpAllowed = (settings: Settings): boolean =>
  settings["http.enabled"] && (listensOnLoopback(settings) || settings["http.allow_plain_remote"]);

function sentence(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  port: number,
  name: string,
): string {
  const flag = `choose another with --${name}-port`;
  switch (code) {
    case "EADDRINUSE":
      return `port ${port} on ${host} is in use by another program; stop it or ${flag}`;
    case "EACCES":
      return `port ${port} on ${host} may not be used by this user; ${flag}`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host} is not an address of this machine; choose another with --host`;
    default:
      return `cannot listen on ${host} port ${port}: ${message}`;
  }
}
