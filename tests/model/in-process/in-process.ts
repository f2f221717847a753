// First: it changes what others load.
import "./plain-passwords.js";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { restore, unpack } from "@pilothouse/server";
import { TestClock } from "@pilothouse/system/testing/test-clock";
import { writePage } from "../../../packages/server/src/telemetry/prometheus.js";
import { choosePassword } from "../../support/chosen-password.js";
import {
  ADDRESS,
  type Answer,
  type Caller,
  type Config,
  type Notice,
  OPERATOR,
  type Params,
  type System,
} from "../port/system.js";
import { disk } from "./played-disk.js";
import type { PlayedRouter } from "./played-router.js";
import { PlayedSimulator } from "./played-simulator.js";
import { PlayedTimers } from "./played-timers.js";
import { makeRunning, type Running, settingsOf } from "./running.js";

const PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
/** What is loaded when it is first needed would take real time, during which the played time passes: a page, a hash. */
const enough = () => Promise.reject(new Error("it is loaded"));
await writePage(undefined as never, PROMETHEUS, {}, enough).catch(() => {});
await import("@node-rs/argon2");

export const FIRST_PASSWORD = "the first password";
/** Where files are in memory, if there is such a place. */
const PLACE = ["/dev/shm", tmpdir()].find(isWritable) ?? tmpdir();

/**
 * A whole service in this process with a router that is played: with a clock that is played, on files in memory. A kill
 * leaves the files as they are, and everything else behind.
 */
export class InProcess implements System {
  readonly webhook = "http://192.0.2.9";
  readonly lag = 0;
  readonly #timers: PlayedTimers;
  readonly #place = mkdtempSync(join(PLACE, "ph-model-"));
  #directories = 0;
  /** How often a service was started or reloaded, and how often something was done that may show at once. */
  #starts = 0;
  #touches = 0;
  #configured: Params = {};
  #running: Running | undefined;
  #notices: Notice[] = [];
  #refusesNotices = false;

  private constructor(
    readonly clock: TestClock,
    readonly router: PlayedRouter,
  ) {
    this.#timers = new PlayedTimers(clock, () => disk.isBusy() || router.isBusy());
  }

  get can() {
    return this.router.can;
  }

  get driver() {
    return this.router.driver;
  }

  static async start(
    make: (clock: TestClock) => PlayedRouter | Promise<PlayedRouter> = (clock) => new PlayedSimulator(clock),
  ): Promise<InProcess> {
    const clock = new TestClock();
    const system = new InProcess(clock, await make(clock));
    const directory = system.#newDirectory();
    await choosePassword(directory, FIRST_PASSWORD);
    system.#install();
    await system.#start(directory);
    return system;
  }

  async call(method: string, params: Params, from?: Caller): Promise<Answer> {
    if (!STORES_ONLY.has(method) && !READS[method]?.(params)) this.#touches++;
    const reply = this.#answer(method, params, from);
    const { text, afterwards } = reply instanceof Promise ? await this.#timers.result(reply) : reply;
    afterwards?.();
    await this.#meet();
    return { ...JSON.parse(text), text };
  }

  settled(): Promise<void> {
    return this.#timers.quiet();
  }

  async metrics(): Promise<string> {
    const page = this.#up.served.metrics();
    if (page === undefined) throw new Error("the service does not run");
    return this.#timers.result(page(PROMETHEUS));
  }

  notices(): readonly Notice[] {
    return this.#notices;
  }

  async configuration(): Promise<Config> {
    return this.#timers.result(this.router.configuration());
  }

  revision(method?: string): string {
    const { places, lives = true } = (method && SHOWN[method]) || {};
    const stored = places === undefined ? disk.commits : disk.revision(places);
    return [this.#starts, stored, ...(lives ? [this.#touches, this.now(), this.ticks()] : [])].join();
  }

  now(): number {
    return this.clock.now();
  }

  ticks(): number {
    return this.clock.ticks();
  }

  async pass(ms: number): Promise<void> {
    await this.#timers.pass(ms, () => this.router.live());
    await this.#meet();
  }

  async setClock(ms: number): Promise<void> {
    this.clock.set += ms;
  }

  async restart(): Promise<void> {
    const { service, directory } = this.#up;
    await this.#timers.result(service.stop());
    this.#timers.clear();
    await this.#start(directory);
  }

  async kill(): Promise<void> {
    const { store } = this.#up;
    await store.settled();
    await this.#killed(this.#copied());
  }

  async killDuring(
    { method, params, from }: Parameters<NonNullable<System["killDuring"]>>[0],
    n: number,
  ): Promise<void> {
    let commits = 0;
    let copy: string | undefined;
    disk.before = () => {
      if (commits++ < n) return;
      copy ??= this.#copied();
      throw new Error("the service was killed");
    };
    const calling = Promise.resolve(this.#answer(method, params, from)).catch(() => {});
    await this.#timers.until(calling, () => copy !== undefined);
    disk.before = () => {};
    if (copy === undefined) return this.kill();
    await this.#killed(copy);
  }

  /** The files as they are now, in another place. */
  #copied(): string {
    const next = this.#newDirectory();
    const copy = (from: string, to: string) => {
      mkdirSync(to, { mode: 0o700 });
      for (const one of readdirSync(from, { withFileTypes: true })) {
        const [there, here] = [join(from, one.name), join(to, one.name)];
        if (one.isDirectory()) copy(there, here);
        else if (one.isFile()) copyFileSync(there, here);
      }
    };
    copy(this.#up.directory, next);
    return next;
  }

  async #killed(directory: string): Promise<void> {
    this.#leave();
    await this.#start(directory);
  }

  async reload(configured: Params): Promise<void> {
    this.#configured = configured;
    this.#starts++;
    const { settings, sources } = this.#settings(this.#up.directory);
    await this.#timers.result(this.#up.service.reload(settings, sources));
    await this.#timers.quiet();
  }

  async fillDisk(full: boolean): Promise<void> {
    this.#touches++;
    disk.full = full;
  }

  async backup(): Promise<unknown> {
    const { result, text } = await this.call("pilothouse.backup", {}, OPERATOR);
    if (result === undefined) throw new Error(`no backup was made: ${text}`);
    return readFileSync(join(this.#up.directory, String(result["file"])));
  }

  async restore(backup: unknown): Promise<void> {
    const { service, directory } = this.#up;
    await this.#timers.result(service.stop());
    this.#timers.clear();
    await this.#timers.result(restore(await unpack(backup as Buffer, async () => ""), directory, this.clock));
    await this.#start(directory);
  }

  async edit(change: { readonly [name: string]: string | null }): Promise<void> {
    this.#touches++;
    const all = new Map(await this.configuration());
    for (const [name, value] of Object.entries(change))
      if (value === null) all.delete(name);
      else all.set(name, value);
    await this.#timers.result(this.router.edit(all));
  }

  async crash(): Promise<void> {
    this.#touches++;
    await this.#timers.result(this.router.crash());
    await this.#timers.quiet();
  }

  async hang(hung: boolean): Promise<void> {
    this.#touches++;
    this.router.hang(hung);
    // It is asked once a second.
    if (!hung) await this.pass(SECOND);
    await this.#timers.quiet();
  }

  async refuseNotices(refuses: boolean): Promise<void> {
    this.#refusesNotices = refuses;
  }

  async close(): Promise<void> {
    disk.full = false;
    this.#leave();
    await this.router.close();
    this.#timers.uninstall();
    disk.uninstall();
    globalThis.fetch = REAL_FETCH;
    rmSync(this.#place, { recursive: true, force: true });
  }

  #answer(method: string, params: Params, from: Caller) {
    const peer =
      from === OPERATOR ? ({ address: "local", access: "operator" } as const) : { address: ADDRESS };
    const given = typeof from === "string" ? { ...params, Token: from } : params;
    return this.#up.served.answer(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: given }), peer);
  }

  get #up(): Running {
    if (this.#running === undefined) throw new Error("the service does not run");
    return this.#running;
  }

  #install(): void {
    this.#timers.install();
    disk.install();
    globalThis.fetch = async (_url, init) => {
      if (this.#refusesNotices) return new Response("not now", { status: 503 });
      this.#notices.push(JSON.parse(String(init?.body)) as Notice);
      return new Response();
    };
  }

  /** Waits for a router that is about to come back: what is asked of it meanwhile is not the model's business. */
  async #meet(): Promise<void> {
    while (this.router.isAway()) await this.#timers.pass(SECOND, () => this.router.live());
  }

  #newDirectory(): string {
    return join(this.#place, String(this.#directories++));
  }

  #settings(directory: string) {
    return settingsOf(directory, join(this.#place, "configuration"), this.#configured);
  }

  /** Whoever still works for the service that was killed gets nothing done: its files are others. */
  #leave(): void {
    const left = this.#running;
    this.#running = undefined;
    this.#timers.clear();
    if (left === undefined) return;
    this.router.hang(false);
    void left.store.close().finally(() => rmSync(left.directory, { recursive: true, force: true }));
  }

  async #start(directory: string): Promise<void> {
    this.#starts++;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const { running, service } = makeRunning(directory, this.#settings(directory), this.clock, this.router);
    await this.#timers.result(service.start());
    await this.#timers.quiet();
    this.#running = running();
  }
}

/** Where methods have from what they show, where that is known; and whether it changes by itself. */
const ROUTER = ["value router", "value budget", "value setting", "change"];
const SHOWN: { readonly [method: string]: { readonly places: readonly string[]; readonly lives?: false } } = {
  "pilothouse.changes": { places: ["change"], lives: false },
  "pilothouse.events": { places: ["event"], lives: false },
  "pilothouse.audit": { places: ["audit"], lives: false },
  "pilothouse.settings": { places: ["value setting"], lives: false },
  "pilothouse.tokens": { places: ["token"] },
  "pilothouse.sessions": { places: ["token"] },
  "pilothouse.status": { places: ROUTER },
  "pilothouse.traffic": { places: ROUTER },
  "pilothouse.tunnels": { places: ROUTER },
  "pilothouse.names": { places: ROUTER, lives: false },
  TunnelManager: { places: ROUTER },
  NetworkSetting: { places: ROUTER },
  AdvancedSettings: { places: ROUTER },
};
/** When these only read. */
const READS: { readonly [method: string]: (params: Params) => boolean } = {
  TunnelManager: ({ Action }) => Action === "get",
  "pilothouse.tunnels": ({ changes }) => changes === undefined,
  "pilothouse.names": ({ add, remove, subscribe }) => add === remove && remove === subscribe,
};
/** What these methods do is in the store. */
const STORES_ONLY = new Set([
  ...Object.keys(SHOWN).filter((name) => !(name in READS)),
  ...["Echo", "Authenticate", "RouterInfo", "GetRate", "ServiceControl", "ClientServicesInfo"],
  ...["health", "notify", "createToken", "logout", "password", "history", "logs", "membership", "setup"].map(
    (name) => `pilothouse.${name}`,
  ),
]);

const REAL_FETCH = globalThis.fetch;
const SECOND = 1_000;

function isWritable(place: string): boolean {
  try {
    rmSync(mkdtempSync(join(place, "ph-model-")), { recursive: true });
    return true;
  } catch {
    return false;
  }
}
