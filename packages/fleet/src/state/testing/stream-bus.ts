import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@nats-io/transport-node";
import { systemClock } from "@pilothouse/drivers/port";
import { Auth, Store } from "@pilothouse/server";
import { expect } from "vitest";
import { testServer } from "../../broker/testing/nats-server.js";
import type { StateHarness } from "../contract.js";
import { JetStreamState } from "../jetstream.js";

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
  readonly dir = mkdtempSync(join(tmpdir(), "pilothouse-stream-"));
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
    await Promise.all(Array.from({ length: running }, (_, n) => bus.run(n)));
    return bus;
  }

  async run(n = 0, streams = `streams-${n}`): Promise<void> {
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

  async kill(n = 0): Promise<void> {
    const server = this.#running.get(n);
    if (server === undefined) return;
    this.#running.delete(n);
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGKILL");
    await ended;
  }

  readonly open = async (hub?: string): Promise<JetStreamState> => {
    // A hub that was closed is started again with its own data.
    const place = hub ?? `hub-${this.#opened.filter(({ state }) => !state.closed).length}`;
    for (const one of this.#opened.filter(({ state }) => state.closed))
      await one.store.close().catch(() => {});
    const store = Store.open(join(this.dir, place));
    // A store that holds something, but no password, counts as damaged.
    await (await Auth.open(store, systemClock, RULES)).close();
    const servers = this.ports.map((port) => `127.0.0.1:${port}`);
    const connection = await connect({ servers, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
    const state = await JetStreamState.open({
      connection,
      store,
      log: (message) => this.logged.push(message),
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
    rmSync(this.dir, { recursive: true });
  };
}
