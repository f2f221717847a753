import { isLoopback, SettingsError } from "@pilothouse/system";
import { countedAs, LOOPBACK } from "../auth/guessing/address.js";
import { loadScrapeToken, type ScrapeToken } from "../auth/passwords/scrape-token.js";
import type { Addresses, Carrier, Served } from "../carrier.js";
import type { Settings } from "../settings/table.js";
import type { Format } from "../telemetry/prometheus.js";
import { loadCertificate, ownCertificate, ownNames, type TlsMaterial } from "./certificate.js";
import { shareOf } from "./connections/places.js";
import { Endpoint } from "./endpoint.js";
import { type ConsoleFiles, consoleFiles, consoleRoute } from "./routes/console-files.js";
import { metricsRoute } from "./routes/metrics-route.js";
import { consoleRpcRoute, isRpcPath, rpcRoute } from "./routes/rpc-route.js";

/** An endpoint cannot listen; the message names address and port. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

/**
 * Calls, the console and the page for Prometheus, at two endpoints: HTTPS, always open for RPC, and plain HTTP, where it
 * can be switched off.
 */
class HttpCarrier implements Carrier {
  readonly #service: Served;
  readonly #console: ConsoleFiles | undefined;
  #https: Endpoint | undefined;
  #http: Endpoint | undefined;
  #stopping = false;
  #material: TlsMaterial | undefined;
  #scrapeToken: ScrapeToken = () => false;

  constructor(service: Served) {
    this.#service = service;
    this.#console = consoleFiles(service.consoleDir);
  }

  get addresses(): Addresses {
    const https = this.#https?.url;
    const http = this.#http?.url;
    const page = http ?? (https && `${https}console/`);
    return {
      https,
      http,
      console: this.#console && page,
      fingerprint: this.#material?.fingerprint,
      certificateExpires: this.#material?.expires,
    };
  }

  /** Binds the ports before anything else: a port in use must change nothing. No request is answered yet. */
  async listen(): Promise<void> {
    const settings = this.#service.settings();
    this.#material = configuredCertificate(settings);
    this.#scrapeToken = loadScrapeToken(settings["metrics.token_file"]);
    try {
      if (settings["https.enabled"])
        this.#https = await this.#open(true, settings["https.port"], () => true, "/console/");
      if (plainHttpAllowed(settings))
        this.#http = await this.#open(false, settings["http.port"], this.#service.rpcOverHttp, "/");
    } catch (error) {
      await this.close(0);
      throw error;
    }
  }

  async prepare(): Promise<void> {
    this.#material ??= madeCertificate(this.#service.settings());
  }

  async open(): Promise<void> {
    if (this.#material !== undefined) this.#https?.use(this.#material);
    this.#https?.admit();
    this.#http?.admit();
  }

  async reload(next: Settings): Promise<() => void> {
    const scrapeToken = loadScrapeToken(next["metrics.token_file"]);
    const material = configuredCertificate(next) ?? madeCertificate(next);
    return () => {
      this.#scrapeToken = scrapeToken;
      this.#material = material;
      this.#https?.use(material);
    };
  }

  async close(graceMs: number): Promise<void> {
    this.#stopping = true;
    await Promise.all([this.#https?.close(graceMs), this.#http?.close(graceMs)]);
  }

  /** On plain HTTP the console is at the root, as its users expect. */
  async #open(secure: boolean, port: number, rpcOn: () => boolean, consoleAt: string): Promise<Endpoint> {
    const { settings, answer, answerAt, log } = this.#service;
    const console = this.#console;
    const trustedProxies = () => settings()["http.trust_proxy"];
    const loopbackAllowed = () => settings()["metrics.allow_loopback"];
    const calls = { answer, answerAt, trustedProxies, stopping: () => this.#stopping };
    const rpc = rpcRoute(calls, rpcOn);
    const { host, "limits.connections": connectionLimit } = settings();
    // Behind loopback and a proxy are many people. If all come from there, nobody else needs a place.
    const fromManyPeople = (owner: string) =>
      owner === LOOPBACK || trustedProxies().some((address) => countedAs({ address }) === owner);
    const fairness = isLoopback(host)
      ? { share: () => connectionLimit }
      : {
          share: (owner: string) => shareOf(connectionLimit, fromManyPeople(owner)),
          isPaced: (owner: string) => !fromManyPeople(owner),
        };
    const endpoint = new Endpoint({
      secure,
      routes: [
        rpc,
        metricsRoute({ ...this.#metrics(), loopbackAllowed, trustedProxies }),
        ...(console === undefined ? [] : [consoleRpcRoute(calls), consoleRoute(console, consoleAt)]),
      ],
      calls: { takes: (path) => isRpcPath(path) && rpcOn(), answer },
      asksFirst: rpc.has,
      log,
      connectionLimit,
      ...fairness,
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

  #metrics() {
    const { settings, metrics, admits } = this.#service;
    return {
      on: () => settings()["metrics.enabled"] && metrics() !== undefined,
      admits: (token: string) => this.#scrapeToken(token) || admits(token),
      write: (format: Format) =>
        metrics()?.(format) ?? Promise.reject(new Error("the service has not started")),
    };
  }
}

export const httpCarrier = (service: Served): Carrier => new HttpCarrier(service);

const madeCertificate = (settings: Settings): TlsMaterial =>
  ownCertificate(settings.data_dir, settings.host, settings["http.allowed_hosts"]);

function configuredCertificate(settings: Settings): TlsMaterial | undefined {
  const cert = settings["https.certificate"];
  const key = settings["https.key"];
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new SettingsError("https.certificate and https.key go together; one of them is missing");
  return loadCertificate(cert, key);
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

export const plainHttpAllowed = (settings: Settings): boolean =>
  settings["http.enabled"] && (isLoopback(settings.host) || settings["http.allow_plain_remote"]);

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
