import { setTimeout as sleep } from "node:timers/promises";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Driven } from "../../packages/drivers/src/i2pd/testnet/driven.js";
import { TestNetwork } from "../../packages/drivers/src/i2pd/testnet/network.js";
import { isBusy, readUntil } from "../../packages/drivers/src/i2pd/testnet/reading.js";
import { systemClock } from "../../packages/drivers/src/port.js";
import { History } from "../../packages/server/src/features/history/history.js";
import { Sampler } from "../../packages/server/src/features/sampling/sampler.js";
import { silentLog } from "../../packages/server/src/log.js";
import { Store } from "../../packages/server/src/store/store.js";
import type { Snapshot } from "../../packages/server/src/telemetry/snapshot.js";

const PERIOD = 30_000;
/** The history keeps whole seconds. */
const EDGE = 1_000;

describe("the mean bandwidth of a real router", () => {
  let network: TestNetwork;
  let driven: Driven;
  let dir: string;
  let store: Store;
  let history: History;
  let sampler: Sampler;

  beforeAll(async () => {
    network = await TestNetwork.up();
    driven = await Driven.make(network);
    await driven.router.start();
    await readUntil(driven.router, isBusy);
    dir = scratch();
    store = Store.open(dir);
    history = new History(store, systemClock, silentLog);
    history.start();
    sampler = new Sampler(driven.router, history, systemClock, silentLog);
    await sampler.start();
  });
  afterAll(async () => {
    sampler.stop();
    await history.save();
    await store.close();
    await driven.dispose();
    await network.down();
  });

  /** A sample that was taken just now. */
  async function sampleNow(): Promise<Snapshot> {
    for (;;) {
      const asked = Date.now();
      const snapshot = await sampler.peek();
      if (snapshot.at >= asked && snapshot.phase.name === "running") return snapshot;
      await sleep(100);
    }
  }

  /**
   * Expects the mean that the service gives to follow from the router's own counters. Its period begins between the
   * first two of four samples, and ends between the other two: it has more bytes than the inner two, and fewer than
   * the outer two, however long a busy machine takes for a sample.
   */
  async function expectMean(whileWaiting: () => unknown): Promise<void> {
    const first = await sampleNow();
    await sleep(EDGE);
    const begin = Date.now();
    await sleep(EDGE);
    const second = await sampleNow();
    while (Date.now() < second.at + PERIOD) {
      whileWaiting();
      await sleep(500);
    }
    const third = await sampleNow();
    await sleep(EDGE);
    await sampleNow();
    const mean = history.mean("bw.recvRate", Date.now() - begin);
    const last = await sampleNow();
    const received = (one: Snapshot) => one.facts["router.net.total.received.bytes"] ?? 0;
    const [inner, outer] = [received(third) - received(second), received(last) - received(first)];
    expect(inner).toBeGreaterThan(0);
    expect(mean).toBeGreaterThanOrEqual((inner / (last.at - first.at)) * 1_000);
    expect(mean).toBeLessThanOrEqual((outer / (third.at - second.at)) * 1_000);
  }

  it("is right without requests", () => expectMean(() => {}));

  it("is right while somebody does", () => expectMean(() => sampler.current()));
});
