import { mkdirSync } from "node:fs";
import { access, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { reason } from "@pilothouse/protocol";
import type { BookInstance } from "../address-book/book-instance.js";
import { I2pdAddressBook } from "../address-book/i2pd-address-book.js";
import { RouterChanges } from "../file-changes/router-changes.js";
import type { Engine } from "../life/engine.js";
import { Supervision } from "../life/supervision.js";
import { Memory } from "../memory.js";
import { I2pdTunnels } from "../tunnels/i2pd-tunnels.js";
import { hasKeyFile, isServer } from "../tunnels/mapping.js";
import { readTunnelFiles, tunnelPlaces } from "../tunnels/tunnel-files.js";
import type { TunnelInstance } from "../tunnels/tunnel-instance.js";
import { tunnelAddress } from "../tunnels/tunnel-states.js";
import { elsewhere, requireAlive } from "./killed.js";
import { madeKey } from "./made-key.js";

let ticks = 0;
/** As with the clock of the system, hardly a time is a whole number of milliseconds. */
const clock = { now: () => 0, ticks: () => (ticks += 1 / 8) };
const OPTIONS = { mode: "supervise", log: () => {}, clock } as const;

/** Does with files what i2pd does with them, at its start and at its end. It is not killed with the service. */
class PlayedRouter {
  life: string | undefined;
  ports = new Set<number>();
  servers = new Map<string, string>();
  /** The lines of its address book. */
  names = new Set<string>();
  #lives = 0;

  constructor(readonly dataDir: string) {}

  async start(): Promise<string> {
    const { found } = elsewhere(() => readTunnelFiles(tunnelPlaces(new Map(), this.dataDir)));
    const run = found.filter(({ own, fault }) => !own?.stopped && fault === undefined);
    for (const { name, values } of run) {
      if (!isServer(values)) {
        // One that another program has does not stop it.
        if (values.get("port") !== TAKEN) this.ports.add(Number(values.get("port")));
        continue;
      }
      const keys = values.get("keys");
      const file = join(this.dataDir, keys ?? "");
      if (hasKeyFile(keys)) await access(file).catch(() => writeFile(file, madeKey()));
      this.servers.set(name, elsewhere(() => tunnelAddress(values, this.dataDir)) ?? "");
    }
    this.names = new Set((await readFile(this.#book, "utf8").catch(() => "")).split("\n").filter(Boolean));
    this.life = `life ${++this.#lives}`;
    return this.life;
  }

  async stop(): Promise<void> {
    if (this.life !== undefined && this.names.size > 0)
      await writeFile(this.#book, `${[...this.names].join("\n")}\n`);
    this.crash();
  }

  crash(): void {
    this.life = undefined;
    this.ports.clear();
    this.servers.clear();
  }

  get #book(): string {
    return join(this.dataDir, "addressbook", "addresses.csv");
  }
}

/** A port on which a tunnel never listens. */
export const TAKEN = "39999";

/** A service with an i2pd that is only played, in real files. */
export class PlayedI2pd {
  readonly router: PlayedRouter;
  readonly dataDir: string;
  readonly controlDir: string;
  tunnels: I2pdTunnels;
  addressBook: I2pdAddressBook;
  #supervision: Supervision | undefined;
  #stored: string | undefined;

  constructor(dir: string) {
    [this.dataDir, this.controlDir] = [join(dir, "data"), join(dir, "control")];
    for (const place of [this.dataDir, this.controlDir, join(this.dataDir, "addressbook")]) mkdirSync(place);
    this.router = new PlayedRouter(this.dataDir);
    [this.tunnels, this.addressBook] = this.#ports(() => Promise.reject(new Error("not started")));
  }

  /** A service that starts, after one that was killed. */
  async open(): Promise<void> {
    const { router } = this;
    const engine: Engine = {
      every: 3_600_000,
      everySteady: 3_600_000,
      longestDrain: 600_000,
      find: async () => router.life,
      start: async () => {
        requireAlive();
        return router.start();
      },
      stop: async () => {
        requireAlive();
        await router.stop();
      },
      kill: async () => router.crash(),
      drain: async () => {},
      cancel: async () => {},
      ending: async () => ({ stopped: false, why: reason("exit.unknown") }),
    };
    const save = async (text: string) => {
      this.#stored = text;
    };
    const supervision = new Supervision({
      ...{ engine, clock: OPTIONS.clock, log: OPTIONS.log, warn: OPTIONS.log },
      memory: await Memory.open({ load: async () => this.#stored, save }),
      lastLines: async () => [],
      answers: async () => router.life !== undefined,
      up: async () => {},
      failed: async () => undefined,
      foreign: async () => {},
      crashed: () => {},
    });
    this.#supervision = supervision;
    const { dataDir, controlDir } = this;
    const changes = new RouterChanges({ ...OPTIONS, controlDir }, () => supervision);
    const instance: TunnelInstance & BookInstance = {
      options: { ...OPTIONS, dataDir, controlDir },
      changes,
      provenWithinMs: 0,
      get isUp() {
        return supervision.state.name === "running";
      },
      routerNow: async () => ({
        phase: supervision.state.name === "running" ? "running" : "stopped",
        listens: (port) => router.ports.has(port),
        startedAt: Number.POSITIVE_INFINITY,
      }),
      tunnelPlaces: async () => tunnelPlaces(new Map(), dataDir),
      placesForChanges: async () => tunnelPlaces(new Map(), dataDir),
      ports: async () => ({ router: new Map(), own: new Set(), isBound: () => false }),
      settingsWait: async () => false,
      logFile: async () => undefined,
      toldServers: async () => router.servers,
      configuration: undefined as never,
      hasBook: () => true,
      sam: () => undefined,
      namingProxy: () => undefined,
    };
    [this.tunnels, this.addressBook] = this.#ports(async () => instance);
    await changes.open(() => supervision.open());
    // Until it has ended, if it was told to, and has come up.
    do await supervision.look();
    while (["stopping", "starting"].includes(supervision.state.name));
  }

  async close(): Promise<void> {
    await this.#supervision?.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  #ports(
    instance: () => Promise<TunnelInstance & BookInstance>,
  ): [tunnels: I2pdTunnels, addressBook: I2pdAddressBook] {
    return [new I2pdTunnels(instance), new I2pdAddressBook(instance, () => undefined)];
  }
}
