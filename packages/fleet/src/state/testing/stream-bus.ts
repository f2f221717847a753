import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { systemClock } from "@pilothouse/drivers/port";
import { Auth, Store } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect } from "vitest";
import { testServer } from "../../broker/testing/nats-server.js";
import { JetStreamState } from "../jetstream.js";
import { STREAM } from "../stream/bucket.js";
import type { StateHarness } from "./contract.js";

/** Servers that can hear each other have a leader after a few elections, of at most nine seconds each. */
const JOINING_MS = 30_000;
const RULES = { tokenLifetimeMs: () => 1_000, allowFactoryPassword: () => false };

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** A nats-server with streams, and hubs that share their state by it. */
export class StreamBus implements StateHarness {
  readonly dir = scratch();
  readonly #opened: { readonly state: JetStreamState; readonly store: Store }[] = [];
  readonly logged: string[] = [];
  readonly #running = new Map<number, ChildProcess>();

  private constructor(
    readonly ports: readonly number[],
    readonly routes: readonly number[],
    readonly binary: string,
  ) {}

  /** One server, or a cluster of several, of which the first few are started. */
  static async start(
    size = 1,
    { binary = testServer("PILOTHOUSE_NATS_SERVER_13"), running = size } = {},
  ): Promise<StreamBus> {
    const ports = await Promise.all(Array.from({ length: 2 * size }, freePort));
    const bus = new StreamBus(ports.slice(0, size), ports.slice(size), binary);
    for (let n = 0; n < running; n++) await bus.run(n);
    return bus;
  }

  /**
   * Starts a server. In a cluster, nats-server 2.10 may never hear one that has just started: then it is started again.
   */
  async run(n = 0, streams = `streams-${n}`): Promise<void> {
    for (;;) {
      await this.#start(n, streams);
      if (this.#running.size === 1 || (await this.#joins())) return;
      await this.kill(n);
    }
  }

  async #start(n: number, streams: string): Promise<void> {
    const port = this.ports[n] ?? 0;
    const args = ["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", join(this.dir, streams)];
    const place = (at: number | undefined) => `nats://127.0.0.1:${at}`;
    if (this.ports.length > 1)
      args.push(
        ...["-n", `server-${n}`, "--cluster_name", "test", "--cluster", place(this.routes[n])],
        ...["--routes", this.routes.map(place).join(",")],
      );
    this.#running.set(n, spawn(this.binary, args, { stdio: "ignore" }));
    await expect
      .poll(async () => {
        const connection = await connect({ port, timeout: 1_000 }).catch(() => undefined);
        await connection?.close();
        return connection !== undefined;
      })
      .toBe(true);
  }

  /** Whether a stream can be copied to all the servers that run, within the time that they need to agree on a leader. */
  async #joins(): Promise<boolean> {
    const [first = 0] = this.#running.keys();
    const connection = await connect({ port: this.ports[first] ?? 0 });
    const { streams } = await jetstreamManager(connection, { checkAPI: false, timeout: 2_000 });
    try {
      for (const end = performance.now() + JOINING_MS; performance.now() < end; await sleep(100)) {
        const copied = { name: "joined", subjects: ["joined"], num_replicas: this.#running.size };
        const added = streams.add(copied).then(() => streams.delete(copied.name));
        if (await added.catch(() => false)) return true;
      }
      return false;
    } finally {
      await connection.close();
    }
  }

  async kill(n = 0): Promise<void> {
    const server = this.#running.get(n);
    if (server === undefined) return;
    this.#running.delete(n);
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGKILL");
    await ended;
  }

  /** Stops a server without closing its connections: the others still send to it. */
  async pause(n: number): Promise<void> {
    const server = this.#running.get(n);
    server?.kill("SIGSTOP");
    // On a busy machine the other threads go on until the one that got the signal has a turn.
    const tasks = `/proc/${server?.pid}/task`;
    const stateOf = (task: string) => / (\w) /.exec(readFileSync(`${tasks}/${task}/stat`, "utf8"))?.[1];
    await expect.poll(() => new Set(readdirSync(tasks).map(stateOf))).toEqual(new Set(["T"]));
  }

  resume(n: number): void {
    this.#running.get(n)?.kill("SIGCONT");
  }

  /** The store of a hub that was opened. */
  storeOf(hub: JetStreamState): Store {
    const found = this.#opened.find(({ state }) => state === hub);
    if (found === undefined) throw new Error("this hub was not opened here");
    return found.store;
  }

  /** Removes what the servers send updates to hubs by, as the loss of the server that holds it does. */
  async removeConsumers(): Promise<void> {
    await this.#consumers(async ({ consumers }) => {
      for await (const { name } of consumers.list(STREAM)) await consumers.delete(STREAM, name);
    });
  }

  /** What sends updates to hubs from any server but this one. */
  async consumersNotOn(server: number): Promise<string[]> {
    const found: string[] = [];
    await this.#consumers(async ({ consumers }) => {
      for await (const { name, cluster } of consumers.list(STREAM))
        if (cluster?.leader !== `server-${server}`) found.push(name);
    });
    return found;
  }

  /** The lowest of the last revisions that they have sent. */
  async sentBy(names: readonly string[]): Promise<number> {
    const sent: number[] = [];
    await this.#consumers(async ({ consumers }) => {
      for (const name of names) sent.push((await consumers.info(STREAM, name)).delivered.stream_seq);
    });
    return Math.min(...sent);
  }

  async #consumers(work: (manager: JetStreamManager) => Promise<void>): Promise<void> {
    const connection = await connect({ port: this.ports[0] ?? 0 });
    await work(await jetstreamManager(connection));
    await connection.close();
  }

  /** `server`: the one that the hub connects to first. */
  readonly open = async (hub?: string, server?: number): Promise<JetStreamState> => {
    // A hub that was closed is started again with its own data.
    const place = hub ?? `hub-${this.#opened.filter(({ state }) => !state.closed).length}`;
    for (const one of this.#opened.filter(({ state }) => state.closed))
      await one.store.close().catch(() => {});
    const store = Store.open(join(this.dir, place));
    // A store that holds something, but no password, counts as damaged.
    await (await Auth.open(store, systemClock, RULES)).close();
    const ports = [...this.ports.slice(server ?? 0), ...this.ports.slice(0, server ?? 0)];
    const connection = await connect({
      servers: ports.map((port) => `127.0.0.1:${port}`),
      noRandomize: server !== undefined,
      ...{ maxReconnectAttempts: -1, reconnectTimeWait: 100 },
    });
    const state = await JetStreamState.open({
      connection,
      store,
      log: (message) => this.logged.push(message),
      checkMs: 200,
    });
    this.#opened.push({ state, store });
    return state;
  };

  readonly dispose = async (): Promise<void> => {
    for (const { state, store } of this.#opened) {
      await state.close();
      await store.close().catch(() => {});
    }
    for (const n of this.ports.keys()) await this.kill(n);
  };
}
