import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock, DriverStorage, Router } from "@pilothouse/drivers/port";
import { PASSWD_COMMAND, reason } from "@pilothouse/protocol";
import { isLoopback, orNone } from "@pilothouse/system";
import { LOCAL } from "./audit/audit.js";
import { changesBetween } from "./audit/changes.js";
import { hashesSlowly } from "./auth/passwords/hasher.js";
import type { Addresses, Carrier, MakeCarrier } from "./carrier.js";
import { openNode } from "./core.js";
import { acceptSwap, resumeSwap } from "./features/backup/swap/swap.js";
import type { OnRestore } from "./features/backup/upload.js";
import type { Membership } from "./features/membership/membership.js";
import { ServiceSettings } from "./features/service-settings/service-settings.js";
import { certificateFiles } from "./http/certificate.js";
import { httpCarrier, plainHttpAllowed } from "./http/http-carrier.js";
import { operatorCarrier } from "./http/operator-carrier.js";
import type { Log } from "./log.js";
import { LogRing } from "./logs/log-ring.js";
import { Logs, type RouterLogPlace } from "./logs/logs.js";
import { NODE, type NodeFeatures } from "./node-features.js";
import type { Answer } from "./rpc/answer.js";
import type { OpenCore, ServiceCore } from "./service-core.js";
import { shownValue } from "./settings/describe.js";
import type { Effective } from "./settings/load.js";
import { privateOf } from "./settings/private.js";
import {
  SERVICE_TABLE,
  type Settings,
  type SettingsTable,
  type SettingsToCheck,
  valueIn,
} from "./settings/table.js";
import { makePrivate } from "./store/private-directory.js";
import { Store } from "./store/store.js";
import { storage } from "./store/values.js";

export type MakeRouter = (
  settings: Settings,
  storage: (driver: string) => DriverStorage,
  clock: Clock,
  log: (message: string) => void,
  /** For what an operator should look at. */
  warn: (message: string) => void,
) => Router | Promise<Router>;

/** What answers: a core over the router that is made, or another one, such as a hub's. */
type CoreChoice =
  | {
      readonly makeRouter: MakeRouter;
      /** What a service with a router can do; without it, what `NODE` lists. */
      readonly features?: NodeFeatures;
      readonly openCore?: undefined;
    }
  | {
      readonly openCore: OpenCore;
      /** Throws a `SettingsError` for settings that contradict each other. */
      readonly check?: (given: SettingsToCheck) => void;
      readonly makeRouter?: undefined;
      readonly features?: undefined;
    };

/** What the service is made of that it does not make itself. */
export type ServiceOptions = CoreChoice & CommonOptions;

interface CommonOptions {
  readonly settings: Settings;
  /** Where each of them comes from; without it, they count as defaults. */
  readonly sources?: Effective["sources"];
  /** Is given the settings in force, and where they come from, when some were set by RPC. */
  readonly onSettings?: (now: Pick<Effective, "settings" | "sources">) => void;
  /** All settings, those of drivers too; without it, only the service's own are used. */
  readonly table?: SettingsTable;
  /** The settings files that the service was started with. */
  readonly settingsFiles?: readonly string[];
  /** What the router's driver knows of its files; without it, nothing. */
  readonly routerFiles?: (settings: Settings) => RouterFiles | Promise<RouterFiles>;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  /** What the operator types on this machine to choose a password. */
  readonly passwdCommand?: string;
  /** Where the console's built files are; without them there is no console. */
  readonly consoleDir?: string | undefined;
  /** Stops it, takes what is staged, and starts another (`startRestored`); without it nothing is restored by RPC. */
  readonly onRestore?: OnRestore;
  /** How it can belong to a fleet; absent where it cannot. */
  readonly membership?: Membership | undefined;
  /** The ways by which it is called, opened in this order; without them, those of `CARRIERS`. */
  readonly carriers?: readonly MakeCarrier[];
}

/** The router's files, as they are now. */
export interface RouterFiles {
  readonly log: RouterLogPlace;
  /** Secrets in the settings, to be kept out of logs. */
  readonly secrets: readonly string[];
  /** Those that a backup must hold: its configuration and its keys. */
  readonly backup: readonly string[];
}

const NO_FILES: RouterFiles = {
  log: { why: reason("log.unknown") },
  secrets: [],
  backup: [],
};

/** The operator's socket first, so that clients over HTTP find the service complete. */
export const CARRIERS: readonly MakeCarrier[] = [operatorCarrier, httpCarrier];

/** Requests under way may take this long to finish when the service ends. */
const GRACE_MS = 3_000;

/** The whole service, from its sockets to its store. */
export class Service {
  readonly #serviceSettings: ServiceSettings;
  #store: Store | undefined;
  #core: ServiceCore | undefined;
  readonly #carriers: readonly Carrier[];
  readonly #ring: LogRing;
  readonly #log: Log;

  constructor(readonly options: ServiceOptions) {
    const { carriers = CARRIERS, consoleDir, table = SERVICE_TABLE } = options;
    this.#serviceSettings = new ServiceSettings(table, options, (given) => this.#check(given));
    this.#ring = new LogRing(options.clock, () => this.#settings["log.level"]);
    const log = this.#ring.beside(options.log);
    this.#log = log;
    const served = {
      settings: () => this.#settings,
      answer: this.answer,
      answerAt: (path: string) => {
        this.#requests++;
        return this.#core?.answerAt?.(path);
      },
      rpcOverHttp: () => this.rpcOverHttp,
      admits: (token: string) => orNone(() => this.#core?.auth.admit("token", token)) !== undefined,
      metrics: () => this.#core?.metrics,
      consoleDir,
      log,
    };
    this.#carriers = carriers.map((make) => make(served));
  }

  #check(given: SettingsToCheck): void {
    const { openCore, features = NODE } = this.options;
    if (openCore === undefined) features.check(given);
    else this.options.check?.(given);
  }

  /** Those in force. */
  get #settings(): Settings {
    return this.#serviceSettings.current;
  }

  /** The settings in force and where they come from: those that were set by RPC are among them. */
  get effective(): Pick<Effective, "settings" | "sources"> {
    return { settings: this.#serviceSettings.current, sources: this.#serviceSettings.sources };
  }

  /** The way in for callers within the process. */
  readonly answer: Answer = (text, peer) => {
    this.#requests++;
    return this.#core?.answer(text, peer) ?? Promise.reject(new Error("the service has not started"));
  };

  /** How often it was asked so far: whether it has work to do. */
  get requests(): number {
    return this.#requests;
  }
  #requests = 0;

  /** Where it can be reached. */
  get #addresses(): Addresses {
    return Object.assign({}, ...this.#carriers.map(({ addresses }) => addresses));
  }

  get https(): string | undefined {
    return this.#addresses.https;
  }

  get http(): string | undefined {
    return this.#addresses.http;
  }

  /** Where a person finds the console; undefined where there is none. */
  get console(): string | undefined {
    return this.#addresses.console;
  }

  /** SHA-256 fingerprint of the certificate in use. */
  get fingerprint(): string | undefined {
    return this.#addresses.fingerprint;
  }

  /** Whether the router is only played. */
  get simulated(): boolean {
    return this.#core?.simulated ?? false;
  }

  get passwordIsFactory(): boolean {
    return this.#core?.auth.password.isFactory ?? true;
  }

  get rpcOverHttp(): boolean {
    return this.#core?.webApps.runs("jsonrpc") ?? false;
  }

  /** Resolves when everything can be answered. An abort ends the start, and rejects when all is put away. */
  async start(signal?: AbortSignal): Promise<void> {
    try {
      await this.#open(signal);
    } catch (error) {
      await this.#close({ save: false });
      throw error;
    }
    this.#warn();
  }

  /** Takes over what can change without a restart; what cannot is named in the log. */
  async reload(configured: Settings, sources?: Effective["sources"]): Promise<void> {
    const { table = SERVICE_TABLE } = this.options;
    const log = this.#log;
    const settings = this.#serviceSettings.over({ settings: configured, sources });
    const changed = (name: string) =>
      String(valueIn(settings, name)) !== String(valueIn(this.#settings, name));
    const waiting = [...table].flatMap(([name, { live }]) => (!live && changed(name) ? [name] : []));
    if (waiting.length > 0)
      log.warn({ settings: waiting }, "these settings wait for a restart of the service");
    const kept = Object.fromEntries(waiting.map((name) => [name, valueIn(this.#settings, name)]));
    const next: Settings = { ...settings, ...kept };
    this.#check({ settings: next, secrets: this.#serviceSettings.secrets });
    const reloads = await Promise.all(this.#carriers.map((carrier) => carrier.reload?.(next)));
    const details = changesBetween(asTexts(table, this.#settings), asTexts(table, next));
    await this.#core?.audit.add(LOCAL, { action: "settings reloaded", details, outcome: "ok" });
    this.#serviceSettings.configure({ settings: { ...configured, ...kept }, sources });
    for (const take of reloads) take?.();
    this.#core?.reloaded?.(details.map(({ name }) => name));
    log.info({ fingerprint: this.fingerprint }, "settings and certificate reloaded");
  }

  /** Ends within a few seconds: what was answered is on disk, what is under way may finish. */
  stop(): Promise<void> {
    return this.#close({ save: true });
  }

  async #close({ save }: { readonly save: boolean }): Promise<void> {
    this.#core?.interrupt();
    await Promise.all(this.#carriers.map((carrier) => carrier.close(GRACE_MS)));
    await this.#core?.close({ save });
    this.#core = undefined;
    if (this.#store === undefined) return;
    rmSync(this.#pidFile, { force: true });
    await this.#store.close();
    this.#store = undefined;
  }

  /**
   * What the operator can get wrong is tried first, in an order in which a failure changes nothing. Carriers bind
   * early for that reason, but no request is answered before the end, when everything is ready.
   */
  async #open(signal?: AbortSignal): Promise<void> {
    const { clock, version, membership } = this.options;
    const log = this.#log;
    this.#check({ settings: this.#settings, secrets: new Map() });
    for (const carrier of this.#carriers) await carrier.listen?.();
    signal?.throwIfAborted();
    const closed = makePrivate(this.#settings.data_dir);
    // Only now: until then somebody else may have written what it finds.
    resumeSwap(this.#settings.data_dir, clock);
    const store = Store.open(this.#settings.data_dir, clock);
    for (const one of closed) log.warn(one, "this was open to other users of the machine; now it is not");
    this.#store = store;
    this.#serviceSettings.open(store, log);
    // One that was left behind names a process that is no longer ours.
    rmSync(this.#pidFile, { force: true });
    const openCore = this.options.openCore ?? (await this.#routerCore(this.options.makeRouter, store));
    for (const carrier of this.#carriers) await carrier.prepare?.();
    this.#core = await openCore({
      ...{ store, clock, log, version, signal },
      settings: () => this.#settings,
      serviceSettings: this.#serviceSettings,
      onSettings: () => this.options.onSettings?.(this.effective),
      files: () => [
        ...Object.values(certificateFiles(this.#settings.data_dir)),
        ...(this.options.settingsFiles ?? []),
      ],
      passwdCommand: this.#passwdCommand,
      onRestore: this.options.onRestore,
    });
    membership?.open({ store, audit: this.#core.audit });
    writeFileSync(this.#pidFile, `${process.pid}\n`, { mode: 0o600 });
    for (const carrier of this.#carriers) await carrier.open();
    await this.#core.opened?.();
    acceptSwap(this.#settings.data_dir, clock);
  }

  /** A router that cannot be created is reported before a core is opened. */
  async #routerCore(makeRouter: MakeRouter, store: Store): Promise<OpenCore> {
    const { clock, membership, features = NODE } = this.options;
    const log = this.#log;
    const router = await makeRouter(
      this.#settings,
      (driver) => storage(store, driver),
      clock,
      (message) => log.info(message),
      (message) => log.warn(message),
    );
    const logs = this.#logs();
    const routerFiles = async () => (await this.#files()).backup;
    const certificateExpires = () => this.#addresses.certificateExpires;
    const parts = { features, router, logs, routerFiles, certificateExpires, membership };
    return (given) => openNode({ ...given, ...parts });
  }

  async #files(): Promise<RouterFiles> {
    return (await this.options.routerFiles?.(this.#settings)) ?? NO_FILES;
  }

  #logs(): Logs {
    const { table = SERVICE_TABLE } = this.options;
    return new Logs({
      ring: this.#ring,
      routerLog: async () => (await this.#files()).log,
      privacy: async () => {
        const here = privateOf(process.env, { table, settings: this.#settings });
        const secrets = [
          ...here.secrets,
          ...this.#serviceSettings.secrets.values(),
          ...(await this.#files()).secrets,
        ];
        return { ...here, secrets };
      },
    });
  }

  get #passwdCommand(): string {
    return this.options.passwdCommand ?? PASSWD_COMMAND;
  }

  get #pidFile(): string {
    return join(this.#settings.data_dir, "pilothouse.pid");
  }

  #warn(): void {
    const log = this.#log;
    const slow = hashesSlowly();
    if (slow !== undefined) log.warn(slow);
    if (this.#settings["auth.allow_factory_password"] && this.passwordIsFactory)
      log.warn("the factory password opens everything (auth.allow_factory_password): never on a real router");
    else if (this.passwordIsFactory && !isLoopback(this.#settings.host))
      log.warn(
        `nobody can log in on ${this.#settings.host}: the factory password works only on this machine; choose another with ${this.#passwdCommand}`,
      );
    if (this.#settings["http.enabled"] && !plainHttpAllowed(this.#settings))
      log.warn(
        `plain HTTP does not listen on ${this.#settings.host}, which is not loopback; http.allow_plain_remote = true would let it`,
      );
  }
}

/** Settings as the audit writes them; an unset one is left out. */
const asTexts = (table: SettingsTable, settings: Settings): ReadonlyMap<string, string> =>
  new Map(
    [...table].flatMap(([name, row]) => {
      const value = shownValue(row, valueIn(settings, name));
      return value === undefined ? [] : [[name, row.type.toToml(value)]];
    }),
  );
