import { setTimeout as sleep } from "node:timers/promises";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterAll, describe, expect, it } from "vitest";
import { begun, ENDS_WITHIN_MS } from "../../blackbox/process.js";
import { FACTORY, logIn, PASSWORD } from "../../blackbox/wire.js";
import { report } from "../figures.js";
import { random } from "../input/random.js";
import { SLICE, times } from "../long.js";
import { served } from "../served.js";
import { Writers } from "./writers.js";

describe.concurrent("Killed in the middle of writing, again and again, the service", () => {
  const kills = times(12, 200);
  // Side by side, since most of the time goes into waiting for processes.
  const lines = [1, 2];
  const each = kills / lines.length;
  const totals = { startsKilled: 0, writes: 0, changes: 0 };
  afterAll(() =>
    report("killed while clients write", {
      kills,
      "kills before it was ready": totals.startsKilled,
      "answered writes": totals.writes,
      "answered changes of the password": totals.changes,
    }),
  );

  it.each(lines)(
    "keeps every write that it answered, without partial ones, starts each time and runs its router (%i)",
    async (line) => {
      const dataDir = scratch();
      const writers = new Writers(PASSWORD);
      const chance = random(line + 10 * SLICE);
      const restarted = async (round: number) => {
        const service = await served(dataDir);
        if (round === 0) await writers.begin(service.https);
        expect([round, await writers.missing(service.https)]).toEqual([round, []]);
        // The simulated router lives in the process, and takes seconds to come up.
        expect(await writers.router(service.https)).toEqual({
          phase: expect.stringMatching(/^(starting|running)$/),
          uptime: expect.any(Number),
        });
        return service;
      };
      for (let round = 0; round < each; round++) {
        const service = await restarted(round);
        const { changes } = writers.answered;
        await writers.start(service.https);
        // Now and then soon after a change of the password, which takes longer than all else.
        const awaits = () => writers.answered.changes === changes && writers.trouble.length === 0;
        while (round % 4 === 1 && awaits()) await sleep(5);
        await sleep(chance() * 400);
        await service.kill("SIGKILL");
        await writers.stop();
        if (round % 4 !== 3) continue;
        // Now and then also before it is ready.
        const starting = begun(dataDir);
        await sleep(chance() * 700);
        await starting.kill("SIGKILL");
        totals.startsKilled++;
      }
      const last = await restarted(each);
      while ((await writers.router(last.https)).phase !== "running") await sleep(100);
      expect(writers.trouble).toEqual([]);
      expect(writers.answered.writes).toBeGreaterThanOrEqual(each);
      expect(writers.answered.changes).toBeGreaterThan(0);
      expect((await logIn(last.https, FACTORY)).code).toBe(-32001);
      totals.writes += writers.answered.writes;
      totals.changes += writers.answered.changes;
    },
    kills * 15_000,
  );
});

describe.concurrent("Stopped under load, the service", () => {
  it("ends soon and keeps every write that it answered", async () => {
    const dataDir = scratch();
    const writers = new Writers(PASSWORD);
    const service = await served(dataDir);
    await writers.begin(service.https);
    await writers.start(service.https);
    await expect.poll(() => writers.answered.writes).toBeGreaterThan(20);
    const began = Date.now();
    const { code } = await service.kill("SIGTERM");
    expect(Date.now() - began).toBeLessThan(ENDS_WITHIN_MS);
    expect(code).toBe(0);
    await writers.stop();
    const again = await served(dataDir);
    expect(await writers.missing(again.https)).toEqual([]);
    expect(writers.answered.writes).toBeGreaterThan(0);
    expect(writers.trouble).toEqual([]);
  });
});
