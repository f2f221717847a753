import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "@pilothouse/drivers/port";
import { type FleetBus, openHubBus } from "@pilothouse/fleet";
import { Auth, ownCertificate, Store, silentLog } from "@pilothouse/server";
import { Inventory } from "../../../packages/fleet/src/hub/inventory/inventory.js";
import { RolloutEngine } from "../../../packages/fleet/src/hub/rollouts/engine/engine.js";
import { createRollout } from "../../../packages/fleet/src/hub/rollouts/engine/manage.js";
import {
  DEFAULT_STRATEGY,
  isOver,
  readRollout,
  rolloutKey,
} from "../../../packages/fleet/src/hub/rollouts/engine/rollout.js";
import { PlayedState } from "../../../packages/fleet/src/hub/rollouts/engine/testing/played-fleet.js";
import { grantOf } from "../../../packages/fleet/src/hub/rollouts/engine/testing/stage.js";
import { OrderNumbers } from "../../../packages/fleet/src/hub-bus/order-numbers.js";
import { type FleetKeys, openFleetKeys } from "../../../packages/fleet/src/keys/fleet-keys.js";
import { Hostility } from "./hostility.js";
import { PlayedBus } from "./played-bus.js";
import { PlayedNode } from "./played-node.js";

const NODES = 4;
const HUBS = ["one", "two"] as const;
/** Commands under way at once, and how long a hub waits for the answer to one. */
const ABREAST = 60;
const PATIENCE_MS = 1_000;
const RESTART_EVERY_MS = 1_500;
/** A busy machine may stop a process between two looks at the clock. */
const SLOW_MS = 1_000;
const MAX_PARALLEL = 1;
const STRATEGY = {
  ...DEFAULT_STRATEGY,
  ...{ maxParallel: MAX_PARALLEL, canary: 0, minHealthy: 100, graceful: false },
  ...{ failureBudget: NODES, healthyDeadline: 3_000 },
};

/** An order as it was given. */
interface Given {
  readonly hub: string;
  readonly node: PlayedNode;
  /** When the hub gives up. */
  readonly expires: number;
}

/** A hub as it is between its starts. */
class PlayedHub {
  bus: FleetBus | undefined;
  #inventory: Inventory | undefined;
  #engine: RolloutEngine | undefined;
  #ticking: NodeJS.Timeout | undefined;
  #store: Store | undefined;

  constructor(
    readonly name: string,
    private readonly dir: string,
    private readonly trial: Trial,
  ) {}

  async start(): Promise<void> {
    const { state, bus, caFile } = this.trial;
    const store = Store.open(this.dir);
    this.#store = store;
    const rules = { tokenLifetimeMs: () => 1_000, allowFactoryPassword: () => false };
    await (await Auth.open(store, systemClock, rules)).close();
    const inventory = new Inventory(state, systemClock);
    this.#inventory = inventory;
    await inventory.start();
    const opened = await openHubBus({
      ...{ state, dataDir: this.dir, hub: this.name, clock: systemClock, log: silentLog },
      ...{ store, numbers: new OrderNumbers(store, systemClock) },
      settings: {
        ...{
          bus: [bus.address],
          host: "127.0.0.1",
          port: 0,
          addresses: [],
          program: "",
          ca: caFile,
          shared: false,
        },
      },
      nodes: () => NODES,
      idOf: (node) => node,
      record: (node) => inventory.find(node)?.record,
      events: {
        onReport: (node, report, made) => {
          inventory.report(node, report, made);
          this.trial.shown(inventory, node);
        },
        onInstances: () => {},
        onStopped: (node) => inventory.stopped(node),
        onConnected: () => {},
      },
    });
    this.bus = opened;
    this.#engine = new RolloutEngine({
      ...{ state, bus: opened, view: inventory, clock: systemClock, hub: this.name },
      wantedOf: () => undefined,
      authority: { refusal: () => undefined, refused: async () => {} },
      log: () => {},
    });
    await this.#engine.start();
    const engine = this.#engine;
    this.#ticking = setInterval(() => void engine.tick(), 50);
  }

  async stop(): Promise<void> {
    clearInterval(this.#ticking);
    const { bus } = this;
    this.bus = undefined;
    await this.#engine?.close();
    await bus?.close();
    await this.#inventory?.stop();
    await this.#store?.close();
  }
}

/** Hubs and nodes on a hostile bus. `faults` is what must not have happened. */
export class Trial {
  readonly faults = new Set<string>();
  readonly state = new PlayedState();
  readonly hostility: Hostility;
  readonly bus: PlayedBus;
  readonly caFile: string;
  readonly nodes: PlayedNode[];
  readonly #hubs: PlayedHub[];
  readonly #given = new Map<number, Given>();
  #answered = 0;
  #rolled = 0;

  private constructor(
    private readonly dir: string,
    certificate: { readonly cert: string; readonly key: string },
    private readonly random: () => number,
  ) {
    this.caFile = join(dir, "ca.pem");
    writeFileSync(this.caFile, certificate.cert);
    this.hostility = new Hostility(random);
    this.bus = new PlayedBus(certificate, this.hostility.strips, (message, deliver) =>
      this.hostility.judge(() => this.bus, message, deliver),
    );
    const keys: FleetKeys = openFleetKeys(dir);
    const where = { address: () => this.bus.address, certificate: certificate.cert };
    this.nodes = Array.from(
      { length: NODES },
      () => new PlayedNode(dir, keys, where, random, () => this.#wentDown()),
    );
    this.#hubs = HUBS.map((name) => {
      mkdirSync(join(dir, name), { mode: 0o700 });
      copyFileSync(join(dir, "fleet-keys.json"), join(dir, name, "fleet-keys.json"));
      return new PlayedHub(name, join(dir, name), this);
    });
  }

  static async start(random: () => number): Promise<Trial> {
    const dir = mkdtempSync(join(tmpdir(), "ph-hostile-bus-"));
    const trial = new Trial(dir, ownCertificate(dir, "127.0.0.1"), random);
    await trial.bus.start();
    const joined = Date.now();
    for (const [n, { key, signing }] of trial.nodes.entries()) {
      const record = { name: `n${n}`, labels: {}, joined, invitation: "i", signing: signing.id };
      await trial.state.put(`node/${key.id}`, JSON.stringify(record), 0);
    }
    for (const one of [...trial.#hubs, ...trial.nodes]) await one.start();
    return trial;
  }

  /**
   * Gives this many orders, while hubs, nodes and the server are started again and again; on a slow machine more, until
   * the bus has let enough through that there is something to see.
   */
  async run(orders: number): Promise<void> {
    const ending = new AbortController();
    const restarting = this.#restart(ending.signal);
    const rolling = this.#rollOut(ending.signal);
    const giver = async () => {
      while (this.#given.size < orders || this.#sawLittle(orders)) await this.#give();
    };
    await Promise.all(Array.from({ length: ABREAST }, giver));
    ending.abort();
    await Promise.all([restarting, rolling]);
    this.#judge();
  }

  #sawLittle(orders: number): boolean {
    const { carried, answered } = this.figures;
    return carried <= orders / 20 || answered <= orders / 50;
  }

  /** How many orders were given, carried out, and answered. */
  get figures() {
    const carried = this.nodes.reduce((sum, node) => sum + node.carried.length, 0);
    const restarts = this.nodes.reduce((sum, node) => sum + node.restarts, 0);
    return {
      given: this.#given.size,
      carried,
      answered: this.#answered,
      restarts,
      rolled: this.#rolled,
      ...this.hostility.done,
    };
  }

  async stop(): Promise<void> {
    this.hostility.stop();
    for (const one of [...this.#hubs, ...this.nodes]) await one.stop();
    await this.bus.close();
    rmSync(this.dir, { recursive: true, force: true });
  }

  async #give(): Promise<void> {
    const hub = this.#pick(this.#hubs);
    const node = this.#pick(this.nodes);
    const { bus } = hub;
    if (!bus?.connected) return void (await sleep(20));
    const order = this.#given.size + 1;
    const expires = Date.now() + PATIENCE_MS;
    this.#given.set(order, { hub: hub.name, node, expires });
    const params = { "svc.router.net.bw.in": String(order) };
    const text = JSON.stringify({ jsonrpc: "2.0", id: order, method: "NetworkSetting", params });
    const command = { text, by: hub.name, scope: "all" as const, expires };
    try {
      const answer = JSON.parse(await bus.call(node.key.id, command, { timeoutMs: PATIENCE_MS }));
      this.#answered++;
      if (answer.id !== order || answer.result?.order !== String(order))
        this.faults.add(`order ${order} was answered with ${JSON.stringify(answer)}`);
      if (!node.carried.some((one) => one.order === order))
        this.faults.add(`order ${order} was answered and not carried out`);
    } catch {
      // It was refused, or nobody answered: what became of it is seen at the node.
    }
  }

  /** Restarts all nodes by roll-outs, one after the other. */
  async #rollOut(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const before = this.nodes.map(({ restarts }) => restarts);
      const { id } = await createRollout(
        { state: this.state, hub: HUBS[0], now: Date.now() },
        {
          ...{ kind: "restart", grant: grantOf("ann"), labels: {}, document: undefined },
          nodes: this.nodes.map(({ key }) => key.id),
          strategy: STRATEGY,
        },
      );
      while (!signal.aborted && !isOver(readRollout((await this.state.get(rolloutKey(id)))?.text ?? "")))
        await sleep(50);
      this.#rolled++;
      if (this.nodes.some(({ restarts }, n) => restarts - (before[n] ?? 0) > 1))
        this.faults.add("a router was restarted twice by one roll-out");
    }
  }

  #wentDown(): void {
    const down = this.nodes.filter(({ isDown }) => isDown).length;
    if (down > MAX_PARALLEL) this.faults.add(`${down} routers were down at once`);
  }

  async #restart(signal: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(RESTART_EVERY_MS * (0.5 + this.random()), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const which = this.random();
      const one = which < 0.3 ? this.#pick(this.#hubs) : which < 0.8 ? this.#pick(this.nodes) : this.bus;
      await one.stop();
      await sleep(this.random() * 100);
      await one.start();
    }
  }

  /** What a hub shows of a node, with the time from which it is: nodes have the same clock here. */
  shown(inventory: Inventory, node: string): void {
    const { report, seen } = inventory.find(node) ?? {};
    if (report === undefined || seen === undefined || seen === null) return;
    if (report.at < seen - SLOW_MS)
      this.faults.add(`a report is shown as ${Math.round(seen - report.at)} ms younger than it is`);
  }

  #judge(): void {
    for (const node of this.nodes) {
      const last = new Map<string, number>();
      for (const { order, by, at } of node.carried) {
        const given = this.#given.get(order);
        if (given?.node !== node || given.hub !== by) this.faults.add(`order ${order} was not given`);
        else if (at > given.expires + SLOW_MS)
          this.faults.add(`order ${order} was carried out ${at - given.expires} ms after the hub gave up`);
        const before = last.get(by) ?? 0;
        if (order === before) this.faults.add(`order ${order} was carried out twice`);
        if (order < before) this.faults.add(`order ${order} was carried out after ${before}`);
        last.set(by, order);
      }
    }
    const clear = Buffer.concat(this.bus.inClear);
    for (const readable of ["CONNECT", "SUB", "PUB", "jwt"])
      if (clear.includes(readable)) this.faults.add(`${readable} was sent unencrypted`);
  }

  #pick<T>(all: readonly T[]): T {
    return all[Math.floor(this.random() * all.length)] as T;
  }
}
