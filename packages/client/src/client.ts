import type { Params, RateStat, Result } from "@pilothouse/protocol";
import { type ActionResult, ask, type ClientCall, type ExtensionMethod, type Fields } from "./ask.js";
import { Batches, type Outcomes } from "./batch.js";
import { asClientError, ClientError } from "./client-error.js";
import { type DialectOption, dialectProbe, hasSpellings, Spelling } from "./dialect.js";
import { type CallOptions, within } from "./limits.js";
import type { Link } from "./links/link.js";
import { ClientSession, type SessionOptions } from "./session.js";
import type {
  InfoName,
  InfoOf,
  NetworkName,
  NetworkWrites,
  SettingsInput,
  WritableName,
} from "./values/short-names.js";
import { type Timeouts, Wire } from "./wire/wire.js";

export interface ConnectOptions extends SessionOptions, Partial<Timeouts> {
  /** How the server spells names that have two spellings; "auto" asks it once. */
  readonly dialect?: DialectOption | undefined;
}

/** For settings of the router. */
export interface WriteOptions extends CallOptions {
  /** Refused if somebody has written since `settingsRevision` answered this. Only Pilothouse has it. */
  readonly ifRevision?: number | undefined;
}

/** With `graceful`, after the tunnels of others that pass through the router have expired. */
export interface EndOptions extends CallOptions {
  readonly graceful?: boolean | undefined;
}

/** A client of the server behind `link`. Nothing is sent before the first call. */
export const connect = (link: Link, options: ConnectOptions = {}): Client => new Client(link, options);

export class Client {
  readonly #wire: Wire;
  readonly #session: ClientSession;
  readonly #spelling: Spelling;
  readonly #batches: Batches;

  readonly #options: ConnectOptions;
  /** The hub's, for a client of one of its nodes. */
  readonly #isShared: boolean;

  constructor(
    readonly link: Link,
    options: ConnectOptions,
    shared?: ClientSession,
  ) {
    const { dialect = "auto", timeout = 15_000, blockingTimeout = 15 * 60_000, ...session } = options;
    this.#options = options;
    this.#isShared = shared !== undefined;
    this.#wire = new Wire(link, { timeout, blockingTimeout });
    this.#session = shared ?? new ClientSession(this.#wire, session);
    this.#batches = new Batches(this.#wire, this.#session);
    this.#spelling = new Spelling(dialect, () =>
      this.#session.use(undefined, (token) => this.#wire.one(dialectProbe, { dialect: "svc", token })),
    );
  }

  /** The token in use. */
  get token(): string | undefined {
    return this.#session.token;
  }

  /** What the router reports for these keys, or for all. A key that it does not report is missing. */
  async routerInfo<N extends InfoName>(names?: readonly N[], options?: CallOptions): Promise<InfoOf<N>> {
    return this.#make(ask.routerInfo(names), options);
  }

  readonly networkSetting = {
    /** The settings asked for, or all that can be written. */
    read: async <N extends NetworkName = WritableName>(names?: readonly N[], options?: CallOptions) =>
      this.#make(ask.networkRead(names), options),
    write: async (writes: NetworkWrites, options?: WriteOptions) =>
      this.#make(ask.networkWrite(writes, options?.ifRevision), options),
  };

  /** The number of the last change of the router's settings, for `ifRevision` of a write. Only Pilothouse has it. */
  async settingsRevision(options?: CallOptions): Promise<number> {
    return this.#make(ask.settingsRevision(), options);
  }

  /** The router's whole configuration, by names that the router defines. */
  readonly advanced = {
    /** Null when the router has no setting of that name. */
    get: async (name: string, options?: CallOptions) => this.#make(ask.get(name), options),
    getAll: async (options?: CallOptions) => this.#make(ask.getAll(), options),
    set: async (settings: SettingsInput, options?: WriteOptions) =>
      this.#make(ask.set(settings, options?.ifRevision), options),
    /** Destructive: settings that are not given are removed. */
    setAll: async (settings: SettingsInput, options?: WriteOptions) =>
      this.#make(ask.setAll(settings, options?.ifRevision), options),
  };

  /** Commands to the router. Rejects with kind `ignored` when the server does not carry one out. */
  readonly manager = {
    restart: async ({ graceful, ...options }: EndOptions = {}) =>
      this.#make(ask.act(graceful ? "RestartGraceful" : "Restart"), options),
    shutdown: async ({ graceful, ...options }: EndOptions = {}) =>
      this.#make(ask.act(graceful ? "ShutdownGraceful" : "Shutdown"), options),
    /** Cancels a graceful wait; false when there is none. Only Pilothouse has this. */
    cancel: async (options?: CallOptions) =>
      (await this.#make(ask.own("pilothouse.cancel", {}), options)).Cancelled,
    reseed: async (options?: CallOptions) => this.#make(ask.act("Reseed"), options),
    /** Whether there is an update, or a sentence on why that is unknown. Can take minutes. */
    findUpdates: async (options?: CallOptions): Promise<ActionResult<"FindUpdates">> =>
      this.#make(ask.act("FindUpdates"), options),
    /** The final status, for people. Can take minutes. */
    update: async (options?: CallOptions): Promise<ActionResult<"Update">> =>
      this.#make(ask.act("Update"), options),
  };

  /** The mean of a rate statistic over the last `period` milliseconds. */
  async rate(stat: RateStat | (string & {}), period: number, options?: CallOptions): Promise<number> {
    return this.#make(ask.rate(stat, period), options);
  }

  async echo(words: string, options?: CallOptions): Promise<string> {
    return this.#make(ask.echo(words), options);
  }

  /** A method that only Pilothouse has, typed by its row. Other servers answer `methodNotFound`. */
  async own<M extends ExtensionMethod>(
    method: M,
    params: Params<M>,
    options?: CallOptions,
  ): Promise<Result<M>> {
    return this.#make(ask.own(method, params), options);
  }

  /** Any method by its name, without its params' Token. */
  async call(method: string, params?: Fields, options?: CallOptions): Promise<Fields> {
    return this.#make(ask.call(method, params), options);
  }

  /**
   * Several calls in one request, made with `ask`; one after the other where the server has no batches.
   * Never rejects: each call has its own outcome.
   */
  async batch<const C extends readonly ClientCall<unknown>[]>(
    calls: C,
    options: CallOptions = {},
  ): Promise<Outcomes<C>> {
    let outcomes: unknown;
    try {
      const dialect = await this.#dialect(calls, options.signal);
      outcomes = await this.#batches.make(calls, { ...options, dialect });
    } catch (error) {
      outcomes = calls.map(() => ({ ok: false, error: asClientError(error) }));
    }
    return outcomes as Outcomes<C>;
  }

  /** Gets a new token, with the password given before or with this one. */
  login(password?: string, { signal }: Pick<CallOptions, "signal"> = {}): Promise<string> {
    return this.#session.login(password, signal);
  }

  /** Gives the token back. Servers that cannot take it back just never see it again. */
  async logout(options: CallOptions = {}): Promise<void> {
    const token = this.#session.token;
    if (token === undefined) return;
    this.#session.drop();
    try {
      await this.#wire.one(ask.logout(), { ...options, dialect: "svc", token });
    } catch (error) {
      const gone =
        error instanceof ClientError && (error.kind === "login" || error.name === "methodNotFound");
      if (!gone) throw error;
    }
  }

  /** Changes the password of the service, which ends all sessions; this client continues with a new one. */
  async changePassword(password: string, options?: CallOptions): Promise<boolean> {
    const changed = await this.#make(ask.changePassword(password), options);
    if (changed && !this.#isShared) this.#session.passwordChanged(password);
    return changed;
  }

  /** A client of a node behind this hub, with the hub's session and connections. Nothing is sent yet. */
  node(name: string): Client {
    const path = `/nodes/${encodeURIComponent(name)}/`;
    const link: Link = { send: (text, sending) => this.link.send(text, { ...sending, path }) };
    return new Client(link, { ...this.#options, dialect: "svc" }, this.#session);
  }

  /** Closes open connections. */
  close(): void {
    this.link.close?.();
  }

  async #make<T>(call: ClientCall<T>, options: CallOptions = {}): Promise<T> {
    const dialect = await this.#dialect([call], options.signal);
    return this.#session.use(options.signal, (token) => this.#wire.one(call, { ...options, dialect, token }));
  }

  /** All callers share this request, so no single caller's signal ends it. */
  async #dialect(calls: readonly ClientCall<unknown>[], signal: AbortSignal | undefined) {
    const harm = calls.find(({ harmsJava }) => harmsJava !== undefined)?.harmsJava;
    if (harm === undefined && !calls.some(hasSpellings)) return "svc" as const;
    const dialect = await within({ signal }, () => this.#spelling.find());
    // i2pd has no advanced settings, so a server with the older names and with these is Java I2P.
    if (harm !== undefined && dialect === "i2p")
      throw new ClientError("params", harm, { name: "invalidParams" });
    return dialect;
  }
}
