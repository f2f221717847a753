import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Driven } from "../../packages/drivers/src/i2pd/testnet/driven.js";
import { until } from "../../packages/drivers/src/i2pd/testnet/isolation.js";
import { TestNetwork } from "../../packages/drivers/src/i2pd/testnet/network.js";
import { startService } from "../support/service.js";

const LIMIT = 60_000;

describe("the events of a service with a real i2pd", () => {
  let network: TestNetwork;
  let driven: Driven;
  let service: Awaited<ReturnType<typeof startService>>;
  beforeAll(async () => {
    network = await TestNetwork.up();
  });
  afterEach(async () => {
    await service.stop();
    await driven.dispose();
  });
  afterAll(() => network.down());

  async function started(): Promise<void> {
    driven = await Driven.make(network);
    service = await startService({}, { router: driven.router });
    token = await service.login();
    await until(async () => (await kinds()).includes("router.started"), LIMIT, "The start of the router");
  }

  let token = "";
  async function ask(method: string, params: object = {}) {
    return (await service.call(method, { Token: token, ...params })).result ?? {};
  }

  async function events(): Promise<readonly { readonly kind: string; readonly at: number }[]> {
    return (await ask("pilothouse.events", { after: 0 }))["events"] as readonly {
      readonly kind: string;
      readonly at: number;
    }[];
  }
  const kinds = async () => (await events()).map(({ kind }) => kind);

  it("have each crash, also of a router that is killed again as soon as it runs", async () => {
    await started();
    const crashes = async () => (await kinds()).filter((kind) => kind === "router.crashed").length;
    for (let crash = 1, last = 0; crash <= 3; crash++) {
      const alive = async () => {
        const before = last;
        last = await driven.pid().catch(() => before);
        return last !== before;
      };
      await until(alive, LIMIT, "Another life of the router");
      process.kill(last, "SIGKILL");
      await until(async () => (await crashes()) === crash, LIMIT, `Crash ${crash}`);
    }
    expect((await ask("pilothouse.health"))["findings"]).toContainEqual(
      expect.objectContaining({ key: "router.crashloop", values: { count: 3, minutes: 30 } }),
    );
    await until(async () => (await kinds()).at(-1) === "router.started", LIMIT, "The last start");
    expect(await crashes()).toBe(3);
  });

  it("have a router that hangs, although nobody asks for anything, and that it answers again", async () => {
    await started();
    const pid = await driven.pid();
    process.kill(pid, "SIGSTOP");
    const since = Date.now();
    // Events do not make the service ask its router.
    const silent = async () => (await events()).find(({ kind }) => kind === "router.unreachable");
    await until(async () => (await silent()) !== undefined, LIMIT, "The event");
    // 15 seconds, and time for a busy machine.
    expect(((await silent())?.at ?? 0) - since).toBeLessThan(25_000);
    process.kill(pid, "SIGCONT");
    await until(async () => (await kinds()).at(-1) === "router.answers", LIMIT, "The answer");
  });
});
