import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HubStage } from "../testing/stage.js";
import { lookAtNodes } from "./uptimes.js";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

let stage: HubStage;
beforeEach(async () => {
  stage = await HubStage.open();
  for (const id of ["UA", "UB"]) await stage.bus.join(id, { name: `node-${id.toLowerCase()}` });
});
afterEach(() => stage.close());

describe("the history of a fleet", () => {
  /** The last so many seconds, by statistic. */
  const last = async (seconds: number) => {
    const asked = { from: stage.time - seconds * SECOND, to: stage.time, points: 100 };
    const { result } = await stage.call("pilothouse.history", asked);
    const series = result?.["series"] as { readonly stat: string; readonly values: (number | null)[] }[];
    return Object.fromEntries(series.map(({ stat, values }) => [stat, values]));
  };

  it("is the traffic and the tunnels of all nodes, and how many are online and have a finding", async () => {
    stage.bus.report("UA", { inbound: 100, outbound: 10, participating: 5 });
    stage.bus.report("UB", { inbound: 200, outbound: 20, participating: 6, netStatus: 2 });
    await last(1);
    stage.time += 10 * SECOND;
    expect(await last(2)).toEqual({
      "bw.sendRate": [30, 30],
      "bw.recvRate": [300, 300],
      "tunnel.participatingTunnels": [11, 11],
      "nodes.members": [2, 2],
      "nodes.online": [2, 2],
      "nodes.found": [1, 1],
    });
  });

  it("has nothing of a time when the hub did not run, had no bus, or had not heard all nodes", async () => {
    stage.bus.report("UA");
    expect((await last(1))["nodes.online"]).toEqual([null]);
    stage.bus.report("UB");
    expect((await last(1))["nodes.online"]).toEqual([2]);
    const report = () => {
      for (const id of ["UA", "UB"]) stage.bus.report(id);
    };
    /** A sample reaches back to the one before it, but not over a gap. */
    const isGap = async () => {
      report();
      stage.time += SECOND;
      const { "nodes.online": online } = await last(50);
      expect(online?.slice(0, 25)).toEqual(Array(25).fill(null));
      expect(online?.at(-1)).toBe(2);
    };
    stage.bus.connected = false;
    stage.time += 60 * SECOND;
    expect((await last(1))["nodes.online"]).toEqual([null]);
    stage.bus.connected = true;
    await isGap();
    stage.time += 60 * SECOND;
    await stage.restart();
    await isGap();
  });

  it("wants a beginning before the end", async () => {
    const { error } = await stage.call("pilothouse.history", { from: 2, to: 2 });
    expect(error?.message).toBe("Invalid parameters: from wants a time before to");
  });
});

describe("the uptime of a node", () => {
  const uptimes = async () => {
    const { result } = await stage.call("fleet.nodes", { columns: ["up", "upKnown"] });
    const columns = result?.["columns"] as
      | { readonly [name: string]: readonly (number | null)[] }
      | undefined;
    return columns?.["up"]?.map((share, index) => [share, columns["upKnown"]?.[index]]);
  };
  const look = () => lookAtNodes(stage.core.inventory, stage.core.judge);

  it("is how often its router ran when the hub looked, in the last day", async () => {
    expect(await uptimes()).toEqual([
      [null, 0],
      [null, 0],
    ]);
    for (const phase of ["running", "stopped", "draining"]) {
      stage.bus.report("UA", { phase });
      look();
      stage.time += HOUR / 240;
    }
    // The other one was not heard of yet; after a minute that counts.
    expect(await uptimes()).toEqual([
      [0.6667, 0.0005],
      [null, 0],
    ]);
    stage.time += HOUR;
    stage.bus.report("UA");
    look();
    expect(await uptimes()).toEqual([
      [0.75, 0.0007],
      [0, 0.0002],
    ]);
    stage.time += 23 * HOUR;
    stage.bus.report("UA");
    look();
    expect((await uptimes())?.[0]).toEqual([1, 0.0003]);
  });

  it("is kept over a restart, and has nothing of a time without a bus", async () => {
    stage.bus.report("UA");
    look();
    await stage.restart();
    expect((await uptimes())?.[0]).toEqual([1, 0.0002]);
    stage.bus.connected = false;
    look();
    expect((await uptimes())?.[0]).toEqual([1, 0.0002]);
    stage.time += 25 * HOUR;
    look();
    expect((await uptimes())?.[0]).toEqual([null, 0]);
  });

  it("begins anew when the clock was set back, or what was saved cannot be read", async () => {
    stage.bus.report("UA");
    look();
    stage.ahead = -2 * HOUR;
    look();
    expect((await uptimes())?.[0]).toEqual([1, 0.0002]);
    await stage.restart(async (state) => {
      for (const [key, { text, revision }] of await state.list("seen/"))
        await state.put(key, text.replace(/"\d+ [^"]*"/, '"7 x"'), revision);
    });
    expect((await uptimes())?.[0]).toEqual([null, 0]);
  });
});
