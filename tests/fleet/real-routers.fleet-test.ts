import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { Driven } from "../../packages/drivers/src/i2pd/testnet/driven.js";
import { TestNetwork } from "../../packages/drivers/src/i2pd/testnet/network.js";
import { isBusy, isReachable, readOnce, readUntil } from "../../packages/drivers/src/i2pd/testnet/reading.js";
import { Transfer } from "../../packages/drivers/src/i2pd/testnet/transfer.js";
import type { Reading } from "../../packages/drivers/src/port.js";
import { report } from "../attacks/figures.js";
import { LONG, times } from "../attacks/long.js";
import { Node, until } from "./support/fleet.js";
import { HubProcess } from "./support/hub-process.js";

const ROUTERS = { attic: 11, barn: 12, cellar: 13 } as const;
const ROUNDS = times(1, 2);
const RATE = 20_000;
/**
 * In the long form the routers wait for the last tunnel of others, eleven minutes each, and what two neighbours send
 * each other must go on. In the short form tunnels are cut, and i2pd needs minutes to replace them all.
 */
const DRAIN = LONG ? [] : ["--drain", "2s", "--min-healthy", "0s"];
/**
 * Routers without nodes. i2pd 2.45 asks five routers at its start to have a sixth one test whether it can be reached.
 * That one must not be connected to it, and there is no second try. In a network of six nobody is left for this, so a
 * restarted router stays "TESTING".
 */
const MORE = LONG ? 40 : 0;
// In a network of so few routers, the number of tunnels through one of them is random: one of a hundred is enough.
const HEALTHY = ["--tunnel-share", "1"];
const RESTART = ["fleet", "restart", "--rolling", "--max-parallel", "1", "--wait", "--yes", ...HEALTHY];

/** One router with its node's service. */
class RouterWithNode {
  private constructor(
    readonly name: string,
    readonly driven: Driven,
    readonly node: Node,
  ) {}

  static async start(network: TestNetwork, name: string, number: number): Promise<RouterWithNode> {
    const driven = await Driven.make(network, { number });
    onTestFinished(() => driven.dispose());
    await network.acquaint(driven.dataDir);
    return new RouterWithNode(name, driven, await Node.start({ router: driven.router }));
  }

  /** As its own service says, not the hub. */
  async isDown(): Promise<boolean> {
    return (await this.node.ask("pilothouse.status")).result.phase !== "running";
  }

  /** The entries of its own audit record. */
  async auditText(): Promise<string> {
    return JSON.stringify((await this.node.ask("pilothouse.audit", { limit: 20 })).result.entries);
  }

  /** All bytes since the router's start. */
  async bytes(): Promise<number> {
    const { facts } = await readOnce(this.driven.router);
    return (facts["router.net.total.received.bytes"] ?? 0) + (facts["router.net.total.sent.bytes"] ?? 0);
  }
}

/** While one router is out: the bytes through the others so far, and those of the transfer. */
interface Sample {
  readonly restarted: RouterWithNode;
  readonly isDown: boolean;
  readonly bytes: number;
  readonly received: number;
}

/** Observes a rolling restart from outside: which routers are down, and the traffic in that time. */
class RestartObserver {
  maxDown = 0;
  /**
   * For each router, the bytes through the two others from when it went down until it was healthy again. It needs
   * them for its new tunnels, so there are some, also where little else is sent.
   */
  readonly bytesThroughOthers = new Map<string, number>();
  /** For each router, the bytes of the transfer that arrived while it was down. */
  readonly transferBytes = new Map<string, number>();
  longestSilenceMs = 0;
  #over = false;

  constructor(
    readonly routers: readonly RouterWithNode[],
    readonly received: () => number,
  ) {}

  /** Observes until `what` has finished. */
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
    let sample: Sample | undefined;
    while (!this.#over) {
      const down = await this.#down();
      this.maxDown = Math.max(this.maxDown, down.length);
      sample = await this.#follow(down, sample);
      await sleep(50);
      if (this.received() > had) [had, hadAt] = [this.received(), Date.now()];
      this.longestSilenceMs = Math.max(this.longestSilenceMs, Date.now() - hadAt);
    }
  }

  /** Adds the traffic since the last sample, which is of no use any more when another router has gone down. */
  async #follow(down: readonly RouterWithNode[], last: Sample | undefined): Promise<Sample | undefined> {
    const restarted = down[0] ?? last?.restarted;
    if (restarted === undefined) return undefined;
    const others = this.routers.filter((each) => each !== restarted);
    const [isDown, bytes, received] = [down.includes(restarted), await bytesOf(others), this.received()];
    const downNow = await this.#down();
    if (others.some((each) => downNow.includes(each))) return undefined;
    if (restarted === last?.restarted) {
      add(this.bytesThroughOthers, restarted.name, bytes - last.bytes);
      if (isDown && last.isDown) add(this.transferBytes, restarted.name, received - last.received);
    }
    return { restarted, isDown, bytes, received };
  }

  async #down(): Promise<RouterWithNode[]> {
    const down = await Promise.all(this.routers.map((each) => each.isDown()));
    return this.routers.filter((_each, at) => down[at]);
  }
}

const add = (sums: Map<string, number>, name: string, more: number) =>
  sums.set(name, (sums.get(name) ?? 0) + more);
const bytesOf = async (routers: readonly RouterWithNode[]): Promise<number> =>
  (await Promise.all(routers.map((each) => each.bytes()))).reduce((sum, bytes) => sum + bytes, 0);
const stillReceives = (transfer: Transfer, received = transfer.received) =>
  until("bytes arrive afterwards", () => transfer.received > received);
const pidsOf = (routers: readonly RouterWithNode[]) => Promise.all(routers.map(({ driven }) => driven.pid()));

it("Three real routers are restarted one after the other, while traffic continues through the other two", {
  timeout: LONG ? ROUNDS * 3 * 3_000_000 : 600_000,
}, async () => {
  const [network, hub] = await Promise.all([
    TestNetwork.up({ driven: Object.values(ROUTERS), more: MORE }),
    HubProcess.start(),
  ]);
  onTestFinished(() => network.down());
  const routers = await Promise.all(
    Object.entries(ROUTERS).map(([name, number]) => RouterWithNode.start(network, name, number)),
  );
  await hub.addNodes(Object.fromEntries(routers.map(({ name, node }) => [name, node])));
  const isReady = LONG ? (now: Reading) => isBusy(now) && isReachable(now) : isBusy;
  for (const { driven } of routers) await readUntil(driven.router, isReady);
  const transfer = LONG ? await Transfer.between(network, RATE) : undefined;
  onTestFinished(() => transfer?.end());

  for (let round = 1; round <= ROUNDS; round++) {
    const [pids, began] = [await pidsOf(routers), Date.now()];
    const observer = new RestartObserver(routers, () => transfer?.received ?? 0);
    const { code, stdout, stderr } = await observer.during(() => hub.command(...RESTART, ...DRAIN));
    expect(JSON.parse(stdout)).toMatchObject({ status: "done", total: 3, done: 3, failed: 0, failures: [] });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(observer.maxDown).toBe(1);
    for (const { name } of routers) {
      expect(observer.bytesThroughOthers.get(name), name).toBeGreaterThan(0);
      if (transfer !== undefined) expect(observer.transferBytes.get(name), name).toBeGreaterThan(0);
    }
    expect((await pidsOf(routers)).filter((pid) => pids.includes(pid))).toEqual([]);
    for (const each of routers) expect(await each.auditText(), each.name).toContain("RestartGraceful");
    if (transfer !== undefined) await stillReceives(transfer);
    report(`rolling restart of three real routers, round ${round}`, {
      seconds: Math.round((Date.now() - began) / 1_000),
      "bytes through the others while one was out": [...observer.bytesThroughOthers.values()].reduce(
        (a, b) => a + b,
        0,
      ),
      "bytes of the transfer meanwhile": [...observer.transferBytes.values()].reduce((a, b) => a + b, 0),
      "longest silence of the transfer in ms": observer.longestSilenceMs,
    });
  }
});
