import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HubStage } from "../testing/stage.js";

let stage: HubStage;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  stage = await HubStage.open();
  const reports = {
    "n-10": { inbound: 500, outbound: 1, version: "2.9" },
    "n-2": { inbound: 20, outbound: 2, version: "2.10" },
    "n-1": { inbound: 9_000, outbound: 0, phase: "stopped" },
  };
  for (const [name, report] of Object.entries(reports)) {
    await stage.bus.join(`U-${name.toUpperCase()}`, { name });
    stage.bus.report(`U-${name.toUpperCase()}`, { service: "1.2.3", verdict: "ok", ...report });
  }
  await stage.bus.join("U-AWAY", { name: "away" });
});
afterEach(async () => {
  await stage.close();
  vi.useRealTimers();
});

async function listed(params: object) {
  const { result, error } = await stage.call("fleet.nodes", { columns: ["name"], ...params });
  const { name } = (result?.["columns"] ?? {}) as { name?: string[] };
  return { names: name?.join(" "), total: result?.["total"], error: error?.message };
}

describe("The list of nodes", () => {
  it.each([
    [{}, "away n-1 n-2 n-10"],
    [{ descending: true }, "n-10 n-2 n-1 away"],
    // What a stopped router did last does not count.
    [{ sort: "traffic" }, "n-2 n-10 away n-1"],
    [{ sort: "traffic", descending: true }, "n-10 n-2 away n-1"],
    [{ sort: "version" }, "n-1 n-10 n-2 away"],
    [{ sort: "verdict", descending: true }, "n-1 away n-2 n-10"],
    [{ sort: "seen", filter: "n-" }, "n-1 n-2 n-10"],
  ])("sorted with %j is %s", async (params, names) => {
    stage.time += 1_000;
    expect(await listed(params)).toMatchObject({ names, error: undefined });
  });

  it("is read from any place on, and says how many fit", async () => {
    expect(await listed({ from: 1, limit: 2 })).toEqual({ names: "n-1 n-2", total: 4, error: undefined });
    expect(await listed({ from: 9 })).toMatchObject({ names: "", total: 4 });
    expect(await listed({ limit: 2 })).toMatchObject({ names: "away n-1", total: null });
    expect((await listed({ sort: "seen", after: "n-1" })).error).toContain("after");
  });

  it("has the traffic of the last hour, the newest last, with gaps", async () => {
    const recent = async () => {
      const { result } = await stage.call("fleet.nodes", { filter: "n-2", columns: ["recent"] });
      return (result as unknown as { columns: { recent: (number | null)[][] } }).columns.recent[0];
    };
    expect((await recent())?.slice(-2)).toEqual([null, 22]);
    stage.time += 2 * 180_000;
    stage.bus.report("U-N-2", { inbound: 5, outbound: 5 });
    expect((await recent())?.slice(-4)).toEqual([null, 22, null, 10]);
    expect(await recent()).toHaveLength(20);
    stage.time += 3_600_000;
    expect(await recent()).toEqual(new Array(20).fill(null));
  });
});
