import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Driven } from "../../packages/drivers/src/i2pd/testnet/driven.js";
import { TestNetwork } from "../../packages/drivers/src/i2pd/testnet/network.js";
import { isBusy, readUntil } from "../../packages/drivers/src/i2pd/testnet/reading.js";
import { systemClock } from "../../packages/drivers/src/port.js";
import { silentLog } from "../../packages/server/src/log.js";
import { Store } from "../../packages/server/src/store/store.js";
import { History } from "../../packages/server/src/telemetry/history.js";
import { Sampler } from "../../packages/server/src/telemetry/sampler.js";
import type { Snapshot } from "../../packages/server/src/telemetry/snapshot.js";

const PERIOD = 20_000;

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
    dir = mkdtempSync(join(tmpdir(), "rates-"));
    store = Store.open(dir);
    history = new History(store, systemClock, silentLog);
    history.start();
    sampler = new Sampler(driven.router, history, systemClock, silentLog);
    await sampler.start();
  });
  afterAll(async () => {
    sampler.stop();
    await history.stop();
    await store.close();
    rmSync(dir, { recursive: true });
    await driven.dispose();
    await network.down();
  });

  /** A sample that was taken just now, at the beginning of a whole second, as the history keeps them. */
  async function sampleNow(): Promise<Snapshot> {
    for (;;) {
      await sleep(1_000 - (Date.now() % 1_000));
      const asked = Date.now();
      const snapshot = await sampler.glance();
      if (snapshot.at >= asked && snapshot.phase.name === "running") return snapshot;
    }
  }

  /** The mean that the service gives, divided by the one that follows from the router's own counters. */
  async function compared(whileWaiting: () => unknown): Promise<number> {
    const before = await sampleNow();
    while (Date.now() < before.at + PERIOD) {
      whileWaiting();
      await sleep(500);
    }
    const after = await sampleNow();
    const total = "router.net.total.received.bytes";
    const bytes = (after.facts[total] ?? 0) - (before.facts[total] ?? 0);
    expect(bytes).toBeGreaterThan(0);
    const passed = after.at - before.at;
    return history.mean("bw.recvRate", Date.now() - before.at) / ((bytes / passed) * 1_000);
  }

  it("is right without requests", async () => {
    expect(Math.abs((await compared(() => {})) - 1)).toBeLessThan(0.05);
  });

  it("is right while somebody does", async () => {
    expect(Math.abs((await compared(() => sampler.current())) - 1)).toBeLessThan(0.05);
  });
});
