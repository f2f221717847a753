import { loadSettings, type Peer, ServiceSettings, Store, silentLog } from "@pilothouse/server";
import { makeTable } from "@pilothouse/server/settings";
import { scratch } from "@pilothouse/system/testing/scratch";
import { SqliteState } from "../../state/sqlite.js";
import type { FleetState } from "../../state/state.js";
import { checkHubSettings, type HubCore, openHub } from "../core.js";
import { MemoryBus } from "./memory-bus.js";

const BUS = {
  bus: "embedded",
  host: "127.0.0.1",
  port: 0,
  addresses: [],
  program: "x",
  shared: false,
} as const;

interface Answered {
  readonly id: unknown;
  readonly result: { readonly [name: string]: unknown } | undefined;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } | undefined;
}

export const PASSWORD = "a password for tests";
export const LOCAL_PEER: Peer = { address: "local", access: "operator" };

/** A hub over a real store, with a bus within the process and a clock that a test moves. */
export class HubStage {
  time = 1_800_000_000_000;
  /** By how much the clock that can be set is ahead of the other. */
  ahead = 0;

  private constructor(
    readonly dir: string,
    private readonly flags: { readonly [name: string]: string },
    private store: Store,
    public core: HubCore,
    public bus: MemoryBus,
  ) {}

  static async open(flags: { readonly [name: string]: string } = {}): Promise<HubStage> {
    const dir = scratch();
    const stage = new HubStage(dir, flags, undefined as never, undefined as never, undefined as never);
    await stage.#start();
    return stage;
  }

  /** As a restart of the hub does. What `meanwhile` does to the state, another hub does while this one is stopped. */
  async restart(meanwhile?: (state: FleetState, store: Store) => Promise<void>): Promise<void> {
    await this.#end();
    if (meanwhile !== undefined) {
      const store = Store.open(this.dir);
      await meanwhile(new SqliteState(store), store);
      await store.close();
    }
    await this.#start();
  }

  /** Starts a hub whose state fails at this point, over the same data; what was closed then, in order. */
  async failToStart(prefix: string): Promise<{ readonly closed: string[]; readonly error: Error }> {
    await this.#end();
    const closed: string[] = [];
    const failing = (state: FleetState): FleetState => ({
      get: (key) => state.get(key),
      put: (key, text, revision) => state.put(key, text, revision),
      remove: (key, revision) => state.remove(key, revision),
      list: (below) => state.list(below),
      watch: (below, changed) => {
        if (below === prefix) throw new Error(`no watch of ${prefix}`);
        return state.watch(below, changed);
      },
      close: async () => void closed.push("state"),
    });
    const error = await this.#start(failing, () => closed.push("bus")).then(
      () => new Error("it has started"),
      (thrown: Error) => thrown,
    );
    await this.store.close();
    await this.#start();
    return { closed, error };
  }

  async close(): Promise<void> {
    await this.#end();
  }

  async #start(
    state: (state: FleetState) => FleetState = (same) => same,
    onBusClosed: () => void = () => {},
  ): Promise<void> {
    const { settings: configured, sources } = loadSettings({
      env: { HOME: this.dir },
      flags: { data_dir: this.dir, ...this.flags },
    });
    const clock = { now: () => this.time + this.ahead, ticks: () => this.time };
    this.store = Store.open(this.dir, clock);
    const own = new ServiceSettings(makeTable([]), { settings: configured, sources }, checkHubSettings);
    own.open(this.store, silentLog);
    this.core = await openHub(
      {
        ...{ store: this.store, settings: () => own.current, clock, log: silentLog, version: "1.2.3" },
        ...{ serviceSettings: own, passwdCommand: "", onSettings: () => {}, files: () => [] },
      },
      {
        bus: BUS,
        openState: async ({ store }) => state(new SqliteState(store)),
        openBus: async (parts) => {
          this.bus = new MemoryBus(parts, onBusClosed);
          return this.bus;
        },
      },
    );
    if (this.core.auth.password.isFactory)
      await this.core.auth.takePasswordHash(await this.core.auth.hasher.hash(PASSWORD));
  }

  async #end(): Promise<void> {
    await this.core.close();
    await this.store.close();
  }

  async text(text: string, peer = LOCAL_PEER, path = "/"): Promise<string> {
    const answer = path === "/" ? this.core.answer : this.core.answerAt?.(path);
    if (answer === undefined) throw new Error(`nothing answers at ${path}`);
    return (await answer(text, peer)).text;
  }

  /** Calls a method as the owner of the data directory, or with the token that is given. */
  async call(method: string, params: object = {}, { path = "/", token }: Asking = {}): Promise<Answered> {
    const sent = { jsonrpc: "2.0", id: 1, method, params: { ...params, ...(token && { Token: token }) } };
    const peer = token === undefined ? LOCAL_PEER : { address: "192.0.2.1" };
    return JSON.parse(await this.text(JSON.stringify(sent), peer, path)) as Answered;
  }

  async login(password = PASSWORD, User?: string): Promise<string> {
    const params = { API: 1, Password: password, ...(User && { User }) };
    const { result, error } = JSON.parse(
      await this.text(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "Authenticate", params }), {
        address: "192.0.2.1",
      }),
    ) as Answered;
    if (result === undefined) throw new Error(error?.message);
    return String(result["Token"]);
  }
}

interface Asking {
  readonly path?: string;
  readonly token?: string;
}
