import { setTimeout as sleep } from "node:timers/promises";
import { type Clock, type Router, systemClock } from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import {
  type BusSettings,
  type FleetBus,
  FleetNode,
  type FleetState,
  type NodeId,
  openHubBus,
  openState,
  type Report,
} from "@pilothouse/fleet";
import { Auth, CARRIERS, type Log, type Service, Store, silentLog } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { onTestFinished } from "vitest";
import { testServer } from "../../../packages/fleet/src/broker/testing/nats-server.js";
import { hubName } from "../../../packages/fleet/src/hub/hub-data.js";
import { OrderNumbers } from "../../../packages/fleet/src/hub-bus/order-numbers.js";
import type { NodeRecord } from "../../../packages/fleet/src/joining/node-record.js";
import { follow } from "../../../packages/fleet/src/state/follow.js";
import { start } from "../../support/start.js";

export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = 120_000,
  everyMs = 20,
): Promise<void> {
  for (const end = Date.now() + limitMs; !(await holds()); await sleep(everyMs))
    if (Date.now() > end) throw new Error(`timed out waiting until ${what}`);
}

/** The same for what a command says: each is a process, and one after another without a pause would take a whole core. */
export const untilSaid = (what: string, holds: () => Promise<boolean>): Promise<void> =>
  until(what, holds, 120_000, 500);

/** Simulated routers are reachable half a minute after their start; with this clock, after a second. */
export function fastClock(): Clock {
  const began = Date.now();
  return { now: () => began + (Date.now() - began) * 30 };
}

/** The hub side of a fleet: a bus with its own nats-server, and state in a store. */
export class Hub {
  readonly reports = new Map<NodeId, Report[]>();
  /** What it has warned of in its log. */
  warnings: readonly string[] = [];
  readonly instances = new Map<NodeId, readonly string[]>();
  connected = false;

  private constructor(
    readonly dir: string,
    readonly bus: FleetBus,
    readonly state: FleetState,
    readonly close: () => Promise<void>,
  ) {}

  static async start({
    dir = scratch(),
    clock = systemClock,
    port = 0,
    addresses = [] as readonly string[],
    settings = {} as Partial<BusSettings>,
  } = {}): Promise<Hub> {
    const store = Store.open(dir);
    // A store without a password would count as damaged at the next start.
    const rules = { tokenLifetimeMs: () => 1_000, allowFactoryPassword: () => false };
    await (await Auth.open(store, clock, rules)).close();
    const wanted: BusSettings = {
      ...{ bus: "embedded", host: "127.0.0.1", port, addresses, program: testServer(), shared: false },
      ...settings,
    };
    const state = await openState({ store, dataDir: dir, settings: wanted, log: silentLog });
    const seen: Hub[] = [];
    // As a hub's inventory has them.
    const records = new Map<NodeId, NodeRecord>();
    await follow(state, "node/", (key, stored) => {
      const node = key.slice("node/".length);
      if (stored === undefined) records.delete(node);
      else records.set(node, JSON.parse(stored.text));
    });
    const name = await hubName(store);
    const warnings: string[] = [];
    const log = {
      ...silentLog,
      warn: (...said: unknown[]) => void warnings.push(String(said.at(-1))),
    } as Log;
    const bus = await openHubBus({
      ...{
        state,
        dataDir: dir,
        clock,
        log,
        nodes: () => 3,
        idOf: (node) => node,
        record: (node) => records.get(node),
        settings: wanted,
      },
      ...{ hub: name, store, numbers: new OrderNumbers(store, clock) },
      events: {
        onReport: (node, report) => {
          for (const hub of seen) hub.reports.set(node, [...(hub.reports.get(node) ?? []), report]);
        },
        onInstances: (node, instances) => {
          for (const hub of seen) hub.instances.set(node, instances);
        },
        onStopped: () => {},
        onConnected: (connected) => {
          for (const hub of seen) hub.connected = connected;
        },
      },
    });
    let open = true;
    const close = async () => {
      if (!open) return;
      open = false;
      await bus.close();
      await state.close();
      await store.close();
    };
    onTestFinished(close);
    const hub = new Hub(dir, bus, state, close);
    seen.push(hub);
    hub.warnings = warnings;
    await until("the hub is connected to its bus", () => bus.connected);
    return hub;
  }

  async invite(request: Parameters<FleetBus["enrolment"]["invite"]>[0] = {}): Promise<string> {
    return (await this.bus.enrolment.invite(request, "test")).token;
  }

  async record(node: NodeId): Promise<{ name: string; labels: object } | undefined> {
    const kept = await this.state.get(`node/${node}`);
    return kept && JSON.parse(kept.text);
  }

  /** Calls a method of a node as an operator of the hub does. */
  async call(node: NodeId, method: string, params: object = {}, more: object = {}, timeoutMs = 120_000) {
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const command = { text, by: "alice", scope: "all" as const, expires: Date.now() + 30_000, ...more };
    return JSON.parse(await this.bus.call(node, command, { timeoutMs }));
  }
}

/** A service with a router that can belong to a fleet. */
export class Node {
  private constructor(
    readonly dir: string,
    readonly service: Service,
    readonly fleet: FleetNode,
    readonly close: () => Promise<void>,
  ) {}

  static async start({
    dir = scratch(),
    clock = systemClock as Clock,
    flags = {} as { readonly [name: string]: string },
    /** The router's clock: a fast one shortens its waits. */
    routerClock = undefined as Clock | undefined,
    /** The router; a simulated one if unset. */
    router = undefined as Router | undefined,
  } = {}): Promise<Node> {
    const fleet = new FleetNode({ clock, log: silentLog, random: () => 0.01 });
    const service = await start({
      dataDir: dir,
      flags: { "https.enabled": "false", "http.enabled": "false", ...flags },
      ...{ clock, version: "1.2.3" },
      makeRouter: (_settings, storage) =>
        router ?? new Simulator({ seed: 1, clock: routerClock ?? clock, storage: storage("simulator") }),
      membership: fleet,
      carriers: [...CARRIERS, fleet.carrier],
    });
    let open = true;
    const close = async () => {
      if (open) await service.stop();
      open = false;
    };
    onTestFinished(close);
    return new Node(dir, service, fleet, close);
  }

  /** A call by the operator of the node. */
  async ask(method: string, params: object = {}) {
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    return JSON.parse((await this.service.answer(text, { address: "local", access: "operator" })).text);
  }

  join(token: string, name?: string) {
    return this.ask("pilothouse.join", { token, ...(name !== undefined && { name }) });
  }

  get key(): NodeId {
    return this.fleet.status().key ?? "";
  }
}
