import { SettingsError } from "@pilothouse/system";
import { loadScrapeToken, type ScrapeToken } from "../auth/passwords/scrape-token.js";
import type { Addresses, Carrier, Served } from "../carrier.js";
import type { Settings } from "../settings/table.js";
import { loadCertificate, ownCertificate, type TlsMaterial } from "./certificate.js";
import { Endpoints } from "./endpoints.js";
import { type ConsoleFiles, loadConsole } from "./routes/console-files.js";

/** HTTPS and plain HTTP: calls, the console and the page for Prometheus. */
export class HttpCarrier implements Carrier {
  readonly #service: Served;
  readonly #console: ConsoleFiles;
  readonly #endpoints: Endpoints;
  #material: TlsMaterial | undefined;
  #scrapeToken: ScrapeToken = () => false;

  constructor(service: Served) {
    const { settings, answer, answerAt, rpcOverHttp, metrics, consoleDir, log } = service;
    this.#service = service;
    this.#console = loadConsole(consoleDir);
    this.#endpoints = new Endpoints({
      settings,
      answer,
      answerAt,
      rpcOverHttp,
      metrics: {
        on: () => settings()["metrics.enabled"] && metrics() !== undefined,
        admits: (token) => this.#scrapeToken(token) || service.admits(token),
        write: (format) => metrics()?.(format) ?? Promise.reject(new Error("the service has not started")),
      },
      console: this.#console,
      log,
    });
  }

  get addresses(): Addresses {
    const { https, http } = this.#endpoints;
    const page = http ?? (https && `${https}console/`);
    return {
      https,
      http,
      console: this.#console.size === 0 ? undefined : page,
      fingerprint: this.#material?.fingerprint,
      certificateExpires: this.#material?.expires,
    };
  }

  async listen(): Promise<void> {
    const settings = this.#service.settings();
    this.#material = configuredCertificate(settings);
    this.#scrapeToken = loadScrapeToken(settings["metrics.token_file"]);
    await this.#endpoints.listen();
  }

  async prepare(): Promise<void> {
    this.#material ??= await madeCertificate(this.#service.settings());
  }

  async open(): Promise<void> {
    if (this.#material !== undefined) this.#endpoints.useCertificate(this.#material);
    this.#endpoints.admit();
  }

  async reload(next: Settings): Promise<() => void> {
    const scrapeToken = loadScrapeToken(next["metrics.token_file"]);
    const material = configuredCertificate(next) ?? (await madeCertificate(next));
    return () => {
      this.#scrapeToken = scrapeToken;
      this.#material = material;
      this.#endpoints.useCertificate(material);
    };
  }

  close(graceMs: number): Promise<void> {
    return this.#endpoints.close(graceMs);
  }
}

export const httpCarrier = (service: Served): Carrier => new HttpCarrier(service);

const madeCertificate = (settings: Settings): Promise<TlsMaterial> =>
  ownCertificate(settings.data_dir, settings.host, settings["http.allowed_hosts"]);

function configuredCertificate(settings: Settings): TlsMaterial | undefined {
  const cert = settings["https.certificate"];
  const key = settings["https.key"];
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new SettingsError("https.certificate and https.key go together; one of them is missing");
  return loadCertificate(cert, key);
}
