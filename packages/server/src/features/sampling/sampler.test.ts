import { setTimeout as sleep } from "node:timers/promises";
import type { Reading, Router } from "@pilothouse/drivers/port";
import { afterEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "../../log.js";
import type { History } from "../history/history.js";
import { Sampler } from "./sampler.js";

const RUNNING: Reading = {
  phase: { name: "running" },
  starts: 1,
  facts: { "router.uptime": 5_000, "router.version": "1.2.3", "router.netdb.activepeers": 7 },
};

let stop = () => {};
afterEach(() => stop());

function makeSampler(read: (signal: AbortSignal) => Promise<Reading>) {
  const clock = { time: 1_000_000, now: () => clock.time };
  const warn = vi.fn();
  const history = { add: vi.fn(), missed: vi.fn() } as unknown as History;
  const router = { read: vi.fn(read), simulated: false } as unknown as Router & { read: typeof vi.fn };
  const sampler = new Sampler(router, history, clock, { ...silentLog, warn });
  stop = () => sampler.stop();
  return { clock, sampler, router, warn };
}

const never = (signal: AbortSignal) =>
  new Promise<Reading>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

describe("the sampler", () => {
  it("asks the router once for all who ask within a second", async () => {
    const { clock, sampler, router } = makeSampler(async () => RUNNING);
    await sampler.start();
    for (let asked = 0; asked < 100; asked++) await sampler.current();
    expect(router.read).toHaveBeenCalledTimes(1);
    clock.time += 1_000;
    await Promise.all([sampler.current(), sampler.current()]);
    expect(router.read).toHaveBeenCalledTimes(2);
  });

  it("asks again in time when the clock was set back or ahead", async () => {
    for (const set of [-3_600_000, 3_600_000]) {
      const { clock, sampler, router } = makeSampler(async () => RUNNING);
      let ticks = 0;
      Object.assign(clock, { ticks: () => ticks });
      await sampler.start();
      clock.time += set;
      expect((await sampler.current()).phase.name).toBe("running");
      expect(router.read).toHaveBeenCalledTimes(1);
      ticks += 1_000;
      await sampler.current();
      expect(router.read).toHaveBeenCalledTimes(2);
      sampler.stop();
    }
  });

  it("answers from the last snapshot while the router hangs, and calls it unreachable after ten seconds", async () => {
    let hangs = false;
    const { clock, sampler, router } = makeSampler((signal) =>
      hangs ? never(signal) : Promise.resolve(RUNNING),
    );
    await sampler.start();
    hangs = true;
    clock.time += 5_000;
    await sampler.current();
    clock.time += 5_000;
    expect((await sampler.current()).phase.name).toBe("running");
    clock.time += 1;
    const { phase, facts } = await sampler.current();
    expect(phase.name).toBe("unreachable");
    expect(facts).toMatchObject({ "router.uptime": 0, "router.net.status": 13, "router.version": "1.2.3" });
    expect(router.read).toHaveBeenCalledTimes(2);
    // Once the router has hung for a while, no caller waits: the answer is there in the same turn.
    expect(sampler.current()).not.toBeInstanceOf(Promise);
  });

  it("makes no caller wait for a router that did not answer in time, until it answers again", async () => {
    const patience = 250;
    let answer = (_reading: Reading | Promise<never>) => {};
    const { clock, sampler } = makeSampler(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const settle = async (reading: Reading | Promise<never>) => {
      answer(reading);
      await sleep(0);
      clock.time += 1_000;
    };
    const started = sampler.start();
    await settle(RUNNING);
    await started;

    await sampler.current();
    await sleep(patience);
    await settle(Promise.reject(new Error("no answer")));
    expect(sampler.current()).toMatchObject({ phase: { name: "running" } });

    await settle(RUNNING);
    const waits = sampler.current();
    expect(waits).toBeInstanceOf(Promise);
    await settle({ phase: { name: "stopped" }, facts: {}, starts: 1 });
    expect((await waits).phase.name).toBe("stopped");
  });

  it("comes back by itself when the router answers again", async () => {
    let fails = true;
    const { clock, sampler } = makeSampler(async () => {
      if (fails) throw new Error("away");
      return RUNNING;
    });
    await sampler.start();
    expect((await sampler.current()).phase.name).toBe("unreachable");
    fails = false;
    clock.time += 1_000;
    expect((await sampler.current()).phase.name).toBe("running");
  });

  it("drops what does not fit its kind and names it once", async () => {
    const facts = {
      ...RUNNING.facts,
      "router.netdb.activepeers": -3,
      "router.net.bw.inbound.1s": Number.NaN,
    };
    const { clock, sampler, warn } = makeSampler(async () => ({ ...RUNNING, facts }));
    await sampler.start();
    expect((await sampler.current()).facts).toEqual({ "router.uptime": 5_000, "router.version": "1.2.3" });
    const warnings = warn.mock.calls.length;
    clock.time += 1_000;
    await sampler.current();
    expect(warn.mock.calls.length).toBe(warnings);
    expect(warn.mock.calls.filter(([{ key }]) => key === "router.netdb.activepeers")).toHaveLength(1);
  });

  it("gives up a reading that hangs when the router gets a command, so that none is left over", async () => {
    const signals: AbortSignal[] = [];
    const { sampler } = makeSampler((signal) => {
      signals.push(signal);
      return never(signal);
    });
    await sampler.start();
    for (let round = 0; round < 5; round++) {
      sampler.expire();
      await sampler.current();
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true, true, false]);
    sampler.stop();
    expect(signals.at(-1)?.aborted).toBe(true);
  });

  it("does not use a reading that began before the router got a command", async () => {
    const readings: ((reading: Reading) => void)[] = [];
    const { clock, sampler } = makeSampler(() => new Promise((resolve) => readings.push(resolve)));
    const started = sampler.start();
    readings[0]?.(RUNNING);
    await started;
    clock.time += 1_000;
    const before = sampler.current();
    sampler.expire();
    const after = sampler.current();
    readings[1]?.(RUNNING);
    readings[2]?.({ phase: { name: "stopped" }, facts: {}, starts: 1 });
    await before;
    expect((await after).phase.name).toBe("stopped");
  });
});
