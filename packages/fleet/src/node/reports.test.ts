import type { Answer } from "@pilothouse/server";
import { silentLog } from "@pilothouse/server";
import { expect, it, onTestFinished, vi } from "vitest";
import { Reports, type Said } from "./reports.js";

/** A service whose router says what it has applied, or hangs. */
function stage(applied: () => Promise<string>, random = () => 0) {
  const sent: Said[] = [];
  const state = { phase: "running" };
  const answer: Answer = async (text) => {
    const status = {
      version: "1.2.3",
      router: "simulator",
      simulated: true,
      starts: 1,
      restartNeeded: false,
    };
    const reply = (result: object) => ({ jsonrpc: "2.0", id: 1, result });
    const said = text.includes("pilothouse.status")
      ? JSON.stringify([reply({ ...status, ...state }), reply({ "svc.router.uptime": 4004.3 })])
      : await applied();
    return { text: said, retryAfter: undefined, afterwards: undefined };
  };
  const reports = new Reports({
    ...{
      answer,
      allow: () => "all",
      name: () => "attic",
      signing: { id: "U2" },
      random,
      log: silentLog,
      clock: { now: () => Date.now() },
    },
    send: (numbered) => void sent.push(numbered),
  });
  onTestFinished(() => reports.stop());
  return { reports, sent, state };
}

const reported = JSON.stringify([
  { result: { settings: "abc", applied: "t1", differences: [{}] } },
  { result: { findings: [{ key: "router.crashloop" }] } },
]);

it("A report says what the service says, and what is applied", async () => {
  const { reports, sent, state } = stage(async () => reported);
  reports.soon(0);
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    number: 1,
    report: {
      phase: "running",
      uptime: 4004,
      settings: "abc",
      applied: "t1",
      drifted: true,
      crashing: true,
      allow: "all",
    },
  });
  state.phase = "draining";
  reports.soon(0);
  await expect.poll(() => sent.map(({ report }) => report?.phase)).toEqual(["running", "draining"]);
  reports.goodbye("left");
  expect(sent.at(-1)).toEqual({ number: 3, left: true });
});

it("A router that hangs holds up no report: the last known value is used", async () => {
  let answers = 0;
  const { reports, sent } = stage(() =>
    answers++ === 0 ? Promise.resolve(reported) : new Promise(() => {}),
  );
  reports.soon(0);
  await expect.poll(() => sent).toHaveLength(1);
  reports.soon(0);
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]?.report).toMatchObject({ settings: "abc", applied: "t1" });
});

it("After a report that was asked for, the next comes after a random part of the 15 seconds, then every 15", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  // When each is sent, in the fives of seconds after which the service looks.
  const times = async (random: number) => {
    const { reports, sent } = stage(
      async () => reported,
      () => random,
    );
    const found: number[] = [];
    reports.soon(0);
    for (let look = 0; look <= 8; look++) {
      const before = sent.length;
      await vi.advanceTimersByTimeAsync(look === 0 ? 1 : 5_000);
      if (sent.length > before) found.push(look);
    }
    return found;
  };
  expect(await times(0)).toEqual([0, 3, 6]);
  expect(await times(0.5)).toEqual([0, 2, 5, 8]);
  expect(await times(0.9)).toEqual([0, 1, 4, 7]);
});
