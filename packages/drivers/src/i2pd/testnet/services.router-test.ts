import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SERVICE_NAMES } from "@pilothouse/protocol";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Driven } from "./driven.js";
import { TestNetwork } from "./network.js";
import { isRunning, readUntil } from "./reading.js";

let network: TestNetwork;
let driven: Driven;
beforeAll(async () => {
  network = await TestNetwork.up();
});
afterEach(() => driven.dispose());
afterAll(() => network.down());

const tunnels = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `[tunnel-${index}]\ntype = client\naddress = 127.0.0.1\nport = ${20_000 + index}\ndestination = stats.i2p\nkeys = transient-${index}\n`,
  ).join("\n");

async function started(count: number) {
  driven = await Driven.make(network);
  await writeFile(join(driven.dataDir, "tunnels.conf"), tunnels(count));
  await driven.router.start();
  await readUntil(driven.router, isRunning);
  return driven.router;
}
const ask = () => driven.router.services(SERVICE_NAMES, AbortSignal.timeout(120_000));
const names = (described: unknown) => Object.keys((described as { client: object }).client).sort();

describe("the client services of a real i2pd", () => {
  it("are described as i2pd describes them", async () => {
    await started(2);
    const services = await ask();
    expect(Object.keys(services).sort()).toEqual([...SERVICE_NAMES].sort());
    expect(services.HTTPProxy).toMatchObject({ enabled: expect.stringMatching(/^(true|false)$/) });
    expect(services.I2CP).toMatchObject({ enabled: "false" });
    // It is started without SAM, because its file does not mention it.
    expect(services.SAM).toEqual({ enabled: "false" });
    expect(names(services.I2PTunnel)).toEqual(["tunnel-0", "tunnel-1"]);
    expect(JSON.stringify(services.I2PTunnel)).toMatch(/"address":"[a-z2-7]{52}\.b32\.i2p"/);
  });

  it("do not crash it, with any number of tunnels", async () => {
    await started(40);
    const pid = await driven.pid();
    expect(names((await ask()).I2PTunnel)).toHaveLength(40);
    await readUntil(driven.router, isRunning);
    expect(await driven.pid()).toBe(pid);
  });

  it("has a figure for its memory, and none for what it does not measure", async () => {
    const router = await started(0);
    expect(await router.rate("router.memoryUsed")).toBeGreaterThan(2 ** 20);
    expect(await router.rate("clock.skew")).toBeUndefined();
    expect(router.stats).toEqual(["router.memoryUsed"]);
  });
});
