import { Simulator } from "@pilothouse/drivers/simulator";
import { TestClock } from "@pilothouse/system/testing/test-clock";
import { expect, it, onTestFinished } from "vitest";
import { startService } from "../support/service.js";

it("Each crash is an event at once, also between two looks at the router, and the third is a crash loop", async () => {
  const clock = new TestClock();
  const storage = { load: async () => undefined, save: async () => {} };
  const router = new Simulator({ seed: 1, clock, storage });
  const service = await startService({}, { clock, router });
  onTestFinished(() => service.stop());
  const Token = await service.login();
  const ask = async (method: string, params = {}) =>
    (await service.call(method, { Token, ...params })).result as {
      readonly events: readonly { readonly at: number }[];
      readonly findings: readonly { readonly key: string }[];
    };
  const crashes = async () =>
    (await ask("pilothouse.events", { after: 0, kinds: ["router.crashed"] })).events.map(({ at }) => at);
  const isLoop = async () =>
    (await ask("pilothouse.health")).findings.some(({ key }) => key === "router.crashloop");
  const times: number[] = [];
  for (const loops of [false, false, true]) {
    clock.ms += 10_000;
    await router.faults.crash();
    times.push(clock.now());
    await expect.poll(crashes).toEqual(times);
    expect(await isLoop()).toBe(loops);
  }
  clock.ms += 30 * 60_000;
  expect(await isLoop()).toBe(false);
});
