import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { Driven } from "../../packages/drivers/src/i2pd/testnet/driven.js";
import { TestNetwork } from "../../packages/drivers/src/i2pd/testnet/network.js";
import { isRunning, readOnce, readUntil } from "../../packages/drivers/src/i2pd/testnet/reading.js";
import { report } from "./figures.js";
import { SOAK_MS } from "./long.js";

const MIB = 2 ** 20;
const mib = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;

let network: TestNetwork;
beforeAll(async () => {
  network = await TestNetwork.up();
});
afterAll(() => network.down());

it(
  "The driver of a real i2pd leaks neither files nor memory in a long life",
  async () => {
    const driven = await Driven.make(network);
    onTestFinished(() => driven.dispose());
    const { router } = driven;
    await router.start();
    await readUntil(router, isRunning);
    let readings = 0;
    const live = async (ms: number) => {
      for (const end = Date.now() + ms; Date.now() < end; readings++) {
        await readOnce(router);
        await router.settings.network();
        await sleep(20);
      }
    };
    await live(5_000);
    const before = usage();
    await live(SOAK_MS);
    // Connections that were closed a moment ago may still be counted.
    await sleep(1_000);
    const after = usage();
    const resident = Number(
      /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${await driven.pid()}/status`, "utf8"))?.[1],
    );
    report("a real i2pd read without pause", {
      seconds: SOAK_MS / 1_000,
      readings,
      "driver's memory before": mib(before.bytes),
      "driver's memory after": mib(after.bytes),
      "files before": before.files,
      "files after": after.files,
      "router's memory after": mib(resident * 1_024),
    });
    expect(after.files).toBeLessThanOrEqual(before.files + 3);
    expect(after.bytes).toBeLessThan(before.bytes + 64 * MIB);
  },
  SOAK_MS + 120_000,
);

function usage(): { readonly files: number; readonly bytes: number } {
  globalThis.gc?.();
  return { files: readdirSync("/proc/self/fd").length, bytes: process.memoryUsage().rss };
}
