import type { Phase } from "@pilothouse/drivers/port";
import { describe, expect, it } from "vitest";
import { watchingHandlers } from "./watching.js";

function statusIn(phase: Phase) {
  const parts = {
    router: { simulated: false, kind: "i2pd", settings: { network: async () => ({ restartNeeded: false }) } },
    sampler: { current: async () => ({ at: 1, phase, facts: {} }) },
    auth: { password: { isFactory: false } },
    clock: { now: () => 1 },
    updatesFrom: () => "feed",
    version: "1.0.0",
  } as unknown as Parameters<typeof watchingHandlers>[0];
  return watchingHandlers(parts)["pilothouse.status"]({}, undefined as never);
}

describe("pilothouse.status", () => {
  it("tells why a router crashed, what it logged last and when it is started again", async () => {
    const report = { cause: "killed by SIGSEGV", lines: ["one", "two"] };
    expect(await statusIn({ name: "crashed", until: 5_000, report })).toMatchObject({
      phase: "crashed",
      until: null,
      retryAt: 5_000,
      crash: "killed by SIGSEGV\none\ntwo",
    });
  });

  it("has nothing to tell of a crash otherwise, or when its driver knows nothing", async () => {
    const none = { retryAt: null, crash: null };
    expect(await statusIn({ name: "running" })).toMatchObject(none);
    expect(await statusIn({ name: "crashed" })).toMatchObject(none);
  });
});
