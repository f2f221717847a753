import { ClientError, type PasswordSource, type Trust } from "@pilothouse/client";
import {
  type DetailKey,
  type Details,
  endingOf,
  isObject,
  type LifecycleAction,
  reason,
  type ServiceName,
  type Services,
} from "@pilothouse/protocol";
import { within } from "@pilothouse/system";
import {
  type Clock,
  type CrashListener,
  type DriverStorage,
  type Facts,
  NotPossible,
  type PackageUpdates,
  type Reading,
  type Router,
  type RouterSettings,
} from "../port.js";
import { AskedStats } from "./asked-stats.js";
import { DIALECTS, type Dialect, type DialectName, recognise } from "./dialects.js";
import { answering, type Ending, phaseOf, requested, silent } from "./life/life.js";
import { Memory } from "./life/memory.js";
import { Reseeding } from "./life/reseeding.js";
import { type SteadyTime, steadyTime } from "./life/steady-time.js";
import { Connection, isClosed, isGone, isInTheClear, isSilent } from "./link/connection.js";
import { asking, unavailable } from "./link/unavailable.js";
import { ownUpdates, ping, wasIgnored } from "./own-updates.js";
import { ServerAddressBook } from "./proposal-170/server-address-book.js";
import { type Ask, lacking, ServerTunnels } from "./proposal-170/server-tunnels.js";

export interface UpstreamOptions extends Trust {
  /** The whole address: `http://127.0.0.1:7657/jsonrpc/` for Java I2P, with its last slash. */
  readonly url: string;
  /** The password of the interface, or who to ask for it. */
  readonly password: PasswordSource;
  /** The console's own login (HTTP Digest), where it has one. */
  readonly console?: { readonly user: string; readonly password: PasswordSource };
  /** Which server it is; the default "auto" asks it once. */
  readonly dialect?: DialectName | "auto";
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** Keeps what the server does not report: a graceful wait, settings that wait for a restart. */
  readonly storage?: DriverStorage;
  /** Milliseconds to wait for an answer; 10 s by default. Looking for updates and updating take longer. */
  readonly timeout?: number;
  /** Milliseconds that `start` waits for the first answer; half a second by default. */
  readonly patience?: number;
}

/** What there is between `start` and `close`. */
interface Live {
  readonly connection: Connection;
  readonly memory: Memory;
  readonly reseeding: Reseeding;
  readonly time: SteadyTime;
  /** Lives of the router that began after the driver started. */
  starts: number;
  /** Readings in a row whose connection was accepted and closed. */
  closed: number;
  dialect: Dialect | undefined;
  settings: RouterSettings | undefined;
}

const TIMEOUT = 10_000;
/** Once may be a busy router. */
const CLOSED_MEANS_GONE = 2;
/**
 * A server that answers within this time after a start is shown as it is from the first answer on. It is not
 * longer, since the service is not ready before; a server that hangs may also come later.
 */
const FIRST_ANSWER = 500;

/** A router behind another server of this interface: Java I2P's webapp above all. */
export class Upstream implements Router {
  readonly kind = "upstream";
  readonly simulated = false;
  #live: Live | undefined;
  /** The last known version, for when the router does not answer. */
  #version: string | undefined;
  readonly #stats = new AskedStats();
  #crashed: CrashListener = () => {};

  constructor(readonly options: UpstreamOptions) {}

  async start(): Promise<void> {
    if (this.#live !== undefined) return;
    const { url, clock, log, storage, password, ca, fingerprint } = this.options;
    const { dialect = "auto", timeout = TIMEOUT, patience = FIRST_ANSWER } = this.options;
    const connection = new Connection({
      url,
      password,
      ca,
      fingerprint,
      credentials: consoleLogin(this.options.console),
      // Existing servers use the older names; for an unknown one, ask which names it uses.
      spelling: dialect === "auto" ? "auto" : "i2p",
      timeout,
      clock,
    });
    if (isInTheClear(url)) log(`Passwords cross the network in the clear on the way to ${this.#place}`);
    const memory = await Memory.open(storage, log);
    const live: Live = {
      connection,
      memory,
      reseeding: new Reseeding(),
      time: steadyTime(clock),
      starts: 0,
      closed: 0,
      dialect: dialect === "auto" ? undefined : DIALECTS[dialect],
      settings: undefined,
    };
    this.#live = live;
    // One that is only slow, as the first login can be, continues in the background.
    const first = this.read(AbortSignal.timeout(timeout)).catch((error) => {
      if (this.#live === live) log(`The router at ${this.#place} does not answer yet: ${error.message}`);
    });
    await within(patience, first, () => {});
  }

  async close(): Promise<void> {
    this.#live?.connection.close();
    this.#live = undefined;
  }

  onCrash(listener: CrashListener): void {
    this.#crashed = listener;
  }

  async read(signal: AbortSignal): Promise<Reading> {
    const live = this.#started();
    let facts: Facts;
    try {
      const dialect = await this.#dialect(live, signal);
      facts = await live.connection.use((client) => dialect.info(client, signal));
    } catch (error) {
      return this.#silent(live, error);
    }
    return this.#answered(live, facts);
  }

  async #answered(live: Live, facts: Facts): Promise<Reading> {
    const { memory, reseeding, time } = live;
    live.closed = 0;
    const now = time.now();
    const uptime = facts["router.uptime"];
    const wasOrdered = memory.ending !== undefined;
    if (uptime !== undefined && (await memory.lives(uptime, now, time.wasSet()))) {
      reseeding.end();
      live.starts++;
      // With another version it was updated. What happened before the driver's first reading is not known.
      const isSeen = this.#version !== undefined && this.#version === facts["router.version"];
      if (isSeen && !wasOrdered) this.#crashed(reason("exit.restarted"));
    }
    const ending = memory.ending;
    if (ending !== undefined) {
      const still = answering(ending, now);
      if (still === undefined) this.options.log(`The router was to ${ending.next} but keeps running`);
      await memory.setEnding(still);
    }
    this.#version = facts["router.version"];
    const reseeds = reseeding.isUnderWay(facts["router.netdb.knownpeers"] ?? 0, now);
    return {
      phase: phaseOf(memory.ending, time.wasSet()),
      starts: live.starts,
      facts: { ...facts, "router.netdb.isreseeding": facts["router.netdb.isreseeding"] === true || reseeds },
    };
  }

  /** No answer is expected only from a router that was asked to end. */
  async #silent(live: Live, error: unknown): Promise<Reading> {
    const { memory, starts, time } = live;
    live.closed = isClosed(error) ? live.closed + 1 : 0;
    const gone = isGone(error) || live.closed >= CLOSED_MEANS_GONE;
    const ending = memory.ending && isSilent(error) ? silent(memory.ending, gone, time.now()) : undefined;
    if (ending === undefined) throw unavailable(error);
    await memory.setEnding(ending);
    return {
      phase: phaseOf(ending, time.wasSet()),
      starts,
      facts: this.#version === undefined ? {} : { "router.version": this.#version },
    };
  }

  async lifecycle(action: LifecycleAction): Promise<void> {
    const { memory, time } = this.#started();
    const before = memory.ending;
    const ending = requested(before, action, time.now());
    if (ending === before) return;
    try {
      await this.#act(action);
    } catch (error) {
      await this.#isStopped(action, error);
      return;
    }
    await memory.setEnding(ending);
  }

  async ready(action: LifecycleAction): Promise<void> {
    const live = this.#started();
    try {
      const { lacks } = await this.#dialect(live, this.#soon());
      if (lacks?.includes(action)) throw doesNot(action);
      await this.#started().connection.use(ping);
    } catch (error) {
      await this.#isStopped(action, error);
    }
  }

  /** The interface has no way to cancel a graceful wait. */
  async cancel(): Promise<boolean> {
    const { ending } = this.#started().memory;
    if (ending === undefined || ending.until === null) return false;
    throw new NotPossible(reason("java.noCancel"));
  }

  /** A router that was shut down does not answer, which is well for a shutdown and for nothing else. */
  async #isStopped(action: LifecycleAction, error: unknown): Promise<void> {
    const { memory, time } = this.#started();
    const before = memory.ending;
    const gone = isGone(error) || (before?.gone != null && isClosed(error));
    if (before?.next !== "stop" || !gone) throw unavailable(error);
    if (endingOf(action).next === "restart")
      throw new NotPossible(reason("router.noStart"), { cause: error });
    await memory.setEnding(stopped(before, time.now()));
  }

  async reseed(sessionSignal?: AbortSignal): Promise<void> {
    sessionSignal?.throwIfAborted();
    await asking(() => this.#act("Reseed"));
    const { reseeding, time } = this.#started();
    reseeding.begin(time.now());
  }

  async #act(action: LifecycleAction | "Reseed"): Promise<void> {
    await this.#started()
      .connection.use(({ manager }) => {
        switch (action) {
          case "Reseed":
            return manager.reseed();
          case "Restart":
          case "RestartGraceful":
            return manager.restart({ graceful: action === "RestartGraceful" });
          case "Shutdown":
          case "ShutdownGraceful":
            return manager.shutdown({ graceful: action === "ShutdownGraceful" });
        }
      })
      .catch((error) => {
        throw wasIgnored(error) ? doesNot(action) : error;
      });
  }

  async install(): Promise<string> {
    throw new NotPossible(reason("update.ownOnly"));
  }

  readonly updates: PackageUpdates = ownUpdates(
    (work) => this.#started().connection.use(work),
    () => this.settings.all(),
  );

  readonly settings: RouterSettings = {
    network: () => asking(async () => (await this.#settings()).network()),
    writeNetwork: (writes, sessionSignal, beside) =>
      asking(async () => (await this.#settings()).writeNetwork(writes, sessionSignal, beside)),
    instant: () => asking(async () => (await (await this.#settings()).instant?.()) ?? []),
    takes: (key) => this.#live?.dialect?.takes?.(key),
    all: () => asking(async () => (await this.#settings()).all()),
    writeAll: (change, sessionSignal) =>
      asking(async () => (await this.#settings()).writeAll(change, sessionSignal)),
  };

  async rate(stat: string, periodMs: number, signal: AbortSignal): Promise<number | undefined> {
    if (!this.#stats.takes(stat)) return undefined;
    try {
      return await this.#started().connection.use((client) => client.rate(stat, periodMs, { signal }));
    } catch (error) {
      const name = error instanceof ClientError ? error.name : undefined;
      if (name === "methodNotFound") return undefined;
      // Java I2P's only failure here: it has the statistic, over other periods.
      if (name === "internal")
        throw new NotPossible(reason("stat.noPeriod", { stat, ms: periodMs }), { cause: error });
      throw unavailable(error);
    }
  }

  /** One at a time: i2pd's buffer is small. A server that does not know the method describes nothing. */
  async services(names: readonly ServiceName[], signal: AbortSignal): Promise<Services> {
    const live = this.#started();
    const dialect = await this.#dialect(live, signal);
    const reported: { -readonly [S in ServiceName]?: Services[S] } = {};
    for (const name of names.filter((one) => dialect.services.includes(one)))
      try {
        const result = await live.connection.use((client) =>
          client.call("ClientServicesInfo", { [name]: null }, { signal }),
        );
        if (isObject(result[name])) reported[name] = result[name];
      } catch (error) {
        if (error instanceof ClientError && error.name === "methodNotFound") break;
        throw error;
      }
    return reported;
  }

  /** A server that does not know a key leaves it out. i2pd's answer is spoilt by a key that it does not know. */
  async details(keys: readonly DetailKey[], signal: AbortSignal): Promise<Details> {
    const live = this.#started();
    const dialect = await this.#dialect(live, signal);
    return live.connection.use((client) => dialect.details(client, keys, signal));
  }

  readonly #ask: Ask = async (method, params, signal = this.#soon()) => {
    const live = this.#started();
    if (!(await this.#dialect(live, signal)).services.includes("I2PTunnel"))
      throw lacking("tunnels", "TunnelManager");
    return live.connection.use((client) => client.call(method, params, { signal }));
  };

  readonly tunnels = new ServerTunnels(this.#ask);
  readonly addressBook = new ServerAddressBook(this.#ask, (keys, signal) => this.details(keys, signal));

  #soon = (): AbortSignal => AbortSignal.timeout(this.options.timeout ?? TIMEOUT);

  async #settings(): Promise<RouterSettings> {
    const live = this.#started();
    const dialect = await this.#dialect(live, this.#soon());
    live.settings ??= dialect.settings(live.connection, live.memory);
    return live.settings;
  }

  async #dialect(live: Live, signal: AbortSignal): Promise<Dialect> {
    if (live.dialect === undefined) {
      const name = await live.connection.use((client) => recognise(client, signal));
      // Two readings may have asked at the same time.
      if (live.dialect === undefined)
        this.options.log(`The router at ${this.#place} is taken for ${DIALECTS[name].description}`);
      live.dialect = DIALECTS[name];
    }
    return live.dialect;
  }

  /** Which server it is, and where; undefined as long as that is not known. */
  get which(): string | undefined {
    const description = this.#live?.dialect?.description;
    return description && `${description} at ${this.options.url}`;
  }

  /** The address as a log may show it: without a path or a login in it. */
  get #place(): string {
    return new URL(this.options.url).origin;
  }

  #started(): Live {
    if (this.#live === undefined) throw new Error("The router was not started");
    return this.#live;
  }
}

const doesNot = (action: string) => new NotPossible(reason("router.noAction", { action }));

const stopped = (ending: Ending, now: number): Ending => ({ ...ending, gone: ending.gone ?? now });

function consoleLogin(login: UpstreamOptions["console"]) {
  if (login === undefined) return undefined;
  const { user, password } = login;
  return async () => ({
    user,
    password: (typeof password === "function" ? await password() : password) ?? "",
  });
}
