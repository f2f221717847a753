import type { RolloutEntry } from "@pilothouse/protocol";
import { describe, expect, it, vi } from "vitest";
import type { Context } from "../../../command/context.js";
import type { Connection } from "../../../remote/session.js";
import { Output } from "../../../terminal/output.js";
import { countsText, followRollout, progressText, reportEnd } from "./follow.js";
import { rolloutParams } from "./options.js";

const ROLLOUT: RolloutEntry = {
  ...{ id: "3f9a01bc", kind: "restart", by: "ann", created: 0, status: "running", why: null, finished: null },
  whyCoded: null,
  ...{
    labels: {},
    maxParallel: 2,
    total: 9,
    done: 0,
    failed: 0,
    skipped: 0,
    expired: 0,
    underWay: 0,
    waiting: 9,
  },
  ...{ offline: 0, lineExpires: 3_600_000 },
};

describe("how a roll-out goes", () => {
  it("is shown in numbers, without those that are zero", () => {
    expect(progressText({ ...ROLLOUT, done: 2, underWay: 2 })).toBe("2 of 9 done, 2 under way");
    expect(
      progressText({ ...ROLLOUT, failed: 1, skipped: 2, expired: 3, offline: 1, status: "stopping" }),
    ).toBe("0 of 9 done, 1 failed, 2 skipped, 3 expired, 1 offline, stopping");
  });

  it("says of nodes that a roll-out has not reached that they were not started, not that it waits for them", () => {
    const failed: RolloutEntry = { ...ROLLOUT, failed: 1, waiting: 8, offline: 1, status: "failed" };
    expect(countsText(failed)).toBe("0 of 9 done, 1 failed, 8 not started");
    expect(progressText(failed)).toBe("0 of 9 done, 1 failed, 8 not started, failed");
  });

  it("is asked for until it is over", async () => {
    const answers = [
      { ...ROLLOUT, done: 5 },
      { ...ROLLOUT, done: 9, waiting: 0, status: "done" },
    ];
    const connection = {
      target: { url: "https://hub.example/" },
      signal: new AbortController().signal,
      client: { call: async () => ({ rollouts: [answers.shift()], nodes: [], next: null }) },
    } as unknown as Connection;
    const context = { out: new Output(true) } as Context;
    expect(await followRollout(context, connection, ROLLOUT, undefined)).toMatchObject({
      status: "done",
      done: 9,
    });
    expect(answers).toEqual([]);
    await expect(followRollout(context, connection, ROLLOUT, "0s")).rejects.toThrow(
      "it is not over after 0 s",
    );
  });
});

describe("the end of a roll-out", () => {
  it("is reported with the reason of each node that failed or was skipped", async () => {
    const asked: unknown[] = [];
    const connection = {
      target: { url: "https://hub.example/" },
      signal: new AbortController().signal,
      client: {
        call: async (_method: string, { outcome }: { readonly outcome: string }) => {
          asked.push(outcome);
          return {
            rollouts: [],
            nodes: [{ id: "1", name: `${outcome}-1`, outcome, step: null, reason: "why" }],
            next: null,
          };
        },
      },
    } as unknown as Connection;
    const out = new Output(false);
    const notes = vi.spyOn(out, "note").mockReturnValue();
    vi.spyOn(out, "result").mockReturnValue();
    await reportEnd({ out } as Context, connection, { ...ROLLOUT, status: "done", failed: 1, skipped: 1 });
    expect(notes.mock.calls).toEqual([["failed-1: why"], ["skipped-1: why"]]);
    expect(asked).toEqual(["failed", "skipped"]);
  });
});

describe("the options of a roll-out", () => {
  it("become what the hub takes, and nothing is sent that was not given", () => {
    expect(rolloutParams({})).toEqual({});
    expect(
      rolloutParams({
        label: ["site=ams"],
        maxParallel: "2",
        canary: "0",
        healthyDeadline: "2m",
        drain: "30s",
        now: true,
      }),
    ).toEqual({
      labels: { site: "ams" },
      ...{ maxParallel: 2, canary: 0, healthyDeadline: 120_000, drainLimit: 30_000, graceful: false },
    });
    expect(() => rolloutParams({ maxParallel: "two" })).toThrow(
      '--max-parallel wants a whole number, got "two"',
    );
  });
});

describe("nodes that are waited for", () => {
  const waiting = { id: "U1", name: "cellar", outcome: "waiting", step: null, reason: "it is offline" };
  const left = { ...ROLLOUT, done: 8, waiting: 1, offline: 1 };
  const connection = {
    target: { url: "https://hub.example/" },
    signal: new AbortController().signal,
    client: { call: async () => ({ rollouts: [left], nodes: [waiting], next: null }) },
  } as unknown as Connection;

  it.each([true, false])("are named with the reason, as JSON: %s", async (json) => {
    const out = new Output(json);
    const printed: unknown[] = [];
    vi.spyOn(out, "result").mockImplementation((value, text) => void printed.push(json ? value : text()));
    await reportEnd({ out } as Context, connection, left);
    if (json) expect(printed[0]).toMatchObject({ waitingFor: [waiting], failures: [] });
    else expect(printed[0]).toContain(": cellar (it is offline).");
  });

  it("are named when the wait takes too long", async () => {
    const context = { out: new Output(true) } as Context;
    await expect(followRollout(context, connection, left, "1s")).rejects.toThrow(
      "it is not over after 1 s; waiting for cellar (it is offline); it continues without this command",
    );
  });
});
