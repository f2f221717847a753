import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { Driven } from "../../packages/drivers/src/i2pd/testnet/driven.js";
import { TestNetwork } from "../../packages/drivers/src/i2pd/testnet/network.js";
import { isBusy, readOnce, readUntil } from "../../packages/drivers/src/i2pd/testnet/reading.js";
import { Transfer } from "../../packages/drivers/src/i2pd/testnet/transfer.js";
import { report } from "../attacks/figures.js";
import { LONG, times } from "../attacks/long.js";
import { Node, until } from "./fleet.js";
import { HubProcess } from "./hub-process.js";

const ROUTERS = { attic: 11, barn: 12, cellar: 13 } as const;
const ROUNDS = times(1, 2);
const RATE = 20_000;
/**
 * In the long form the routers wait for the last tunnel of others, eleven minutes each, and what two neighbours send
 * each other must go on. In the short form tunnels are cut, and i2pd needs minutes to replace them all.
 */
const DRAIN = LONG ? [] : ["--drain", "2s", "--min-healthy", "0s"];
// In a network of six, how many tunnels lead through a router is a matter of chance.
// With so few peers i2pd also tests for more than ten minutes whether others reach it.
const HEALTHY = ["--tunnel-share", "10", "--healthy-deadline", "30m"];
const RESTART = ["fleet", "restart", "--rolling", "--max-parallel", "1", "--wait", "--yes", ...HEALTHY];

/** One router with its node's service. */
class Place {
  private constructor(
    readonly name: string,
    readonly driven: Driven,
    readonly node: Node,
  ) {}

  static async start(network: TestNetwork, name: string, number: number): Promise<Place> {
    const driven = await Driven.make(network, { number });
    onTestFinished(() => driven.dispose());
    await network.acquaint(driven.dataDir);
    return new Place(name, driven, await Node.start({ router: driven.router }));
  }

  /** As the service beside the router says, not the hub. */
  async isOut(): Promise<boolean> {
    return (await this.node.ask("pilothouse.status")).result.phase !== "running";
  }

  /** What its own record says was asked of the router. */
  async orders(): Promise<string> {
    return JSON.stringify((await this.node.ask("pilothouse.audit", { limit: 20 })).result.entries);
  }

  /** All bytes since the router's start. */
  async bytes(): Promise<number> {
    const { facts } = await readOnce(this.driven.router);
    return (facts["router.net.total.received.bytes"] ?? 0) + (facts["router.net.total.sent.bytes"] ?? 0);
  }
}

/** What is seen from outside while routers are restarted: which are out, and what flows meanwhile. */
class Watch {
  mostOut = 0;
  /** For each router, the bytes that passed the two others while it was out. */
  readonly besides = new Map<string, number>();
  /** For each router, the bytes of the transfer that arrived while it was out. */
  readonly arrived = new Map<string, number>();
  longestSilenceMs = 0;
  #over = false;

  constructor(
    readonly places: readonly Place[],
    readonly received: () => number,
  ) {}

  /** Watches until something has been done. */
  async during<T>(what: () => Promise<T>): Promise<T> {
    const watching = this.#run();
    try {
      return await what();
    } finally {
      this.#over = true;
      await watching;
    }
  }

  async #run(): Promise<void> {
    let [had, hadAt] = [this.received(), Date.now()];
    while (!this.#over) {
      const out = await this.#whoIsOut();
      this.mostOut = Math.max(this.mostOut, out.length);
      const [one] = out;
      if (one === undefined) await sleep(50);
      else await this.#follow(one);
      if (this.received() > had) [had, hadAt] = [this.received(), Date.now()];
      this.longestSilenceMs = Math.max(this.longestSilenceMs, Date.now() - hadAt);
    }
  }

  /** What passes the others in a moment in which this one is out. */
  async #follow(one: Place): Promise<void> {
    const others = this.places.filter((place) => place !== one);
    const [before, received] = [await bytesOf(others), this.received()];
    await sleep(100);
    const after = await bytesOf(others);
    if (!(await one.isOut())) return;
    add(this.besides, one.name, after - before);
    add(this.arrived, one.name, this.received() - received);
  }

  async #whoIsOut(): Promise<Place[]> {
    const out = await Promise.all(this.places.map((place) => place.isOut()));
    return this.places.filter((_place, at) => out[at]);
  }
}

const add = (sums: Map<string, number>, name: string, more: number) =>
  sums.set(name, (sums.get(name) ?? 0) + more);
const bytesOf = async (places: readonly Place[]): Promise<number> =>
  (await Promise.all(places.map((place) => place.bytes()))).reduce((sum, bytes) => sum + bytes, 0);
const arrivesStill = (transfer: Transfer, received = transfer.received) =>
  until("bytes arrive afterwards", () => transfer.received > received);
const pidsOf = (places: readonly Place[]) => Promise.all(places.map(({ driven }) => driven.pid()));

it("Three real routers are restarted one after the other, and traffic goes on through the other two", {
  timeout: LONG ? ROUNDS * 3 * 3_000_000 : 300_000,
}, async () => {
  const [network, hub] = await Promise.all([TestNetwork.up(Object.values(ROUTERS)), HubProcess.start()]);
  onTestFinished(() => network.down());
  const places = await Promise.all(
    Object.entries(ROUTERS).map(([name, number]) => Place.start(network, name, number)),
  );
  await hub.takeIn(Object.fromEntries(places.map(({ name, node }) => [name, node])));
  for (const { driven } of places) await readUntil(driven.router, isBusy);
  const transfer = LONG ? await Transfer.between(network, RATE) : undefined;
  onTestFinished(() => transfer?.end());

  for (let round = 1; round <= ROUNDS; round++) {
    const [pids, began] = [await pidsOf(places), Date.now()];
    const watch = new Watch(places, () => transfer?.received ?? 0);
    const { code, stdout, stderr } = await watch.during(() => hub.command(...RESTART, ...DRAIN));
    expect(JSON.parse(stdout)).toMatchObject({ status: "done", total: 3, done: 3, failed: 0, failures: [] });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(watch.mostOut).toBe(1);
    for (const { name } of places) {
      expect(watch.besides.get(name), name).toBeGreaterThan(0);
      if (transfer !== undefined) expect(watch.arrived.get(name), name).toBeGreaterThan(0);
    }
    expect((await pidsOf(places)).filter((pid) => pids.includes(pid))).toEqual([]);
    for (const place of places) expect(await place.orders(), place.name).toContain("RestartGraceful");
    if (transfer !== undefined) await arrivesStill(transfer);
    report(`rolling restart of three real routers, round ${round}`, {
      seconds: Math.round((Date.now() - began) / 1_000),
      "bytes through the others while one was out": [...watch.besides.values()].reduce((a, b) => a + b, 0),
      "bytes of the transfer meanwhile": [...watch.arrived.values()].reduce((a, b) => a + b, 0),
      "longest silence of the transfer in ms": watch.longestSilenceMs,
    });
  }
});
