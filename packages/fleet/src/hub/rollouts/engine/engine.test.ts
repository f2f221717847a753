import { reason } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { NodeAway } from "../../../bus/hub-bus.js";
import type { EngineOptions } from "./engine-parts.js";
import { controlRollout, createRollout } from "./manage.js";
import { countOf, DEFAULT_STRATEGY } from "./rollout.js";
import { grantOf, Stage } from "./testing/stage.js";

describe("a roll-out", () => {
  it("restarts every node once, and never more than max_parallel at a time", async () => {
    const stage = new Stage(7);
    await stage.hub("hub");
    const { id } = await stage.create({ maxParallel: 3 });
    const over = await stage.finish(id);
    expect(over).toMatchObject({ status: "done", progress: "ddddddd" });
    expect(stage.restarts).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(stage.fleet.mostOut).toBe(3);
  });

  it("does so for fifty thousand", async () => {
    const stage = new Stage(50_000);
    await stage.hub("hub");
    const { id } = await stage.create({ maxParallel: 1_000, canary: 10 });
    const over = await stage.finish(id, 5);
    expect(countOf(over, "d")).toBe(50_000);
    expect(stage.fleet.mostOut).toBe(1_000);
    expect(new Set(stage.restarts)).toEqual(new Set([1]));
  });

  it("lets the canary come back before any other", async () => {
    const stage = new Stage(6);
    await stage.hub("hub");
    const { id } = await stage.create({ maxParallel: 5, canary: 2 });
    await stage.pass(15);
    expect(stage.restarts).toEqual([1, 1, 0, 0, 0, 0]);
    await stage.finish(id);
    expect(stage.fleet.mostOut).toBe(4);
  });

  it("stops when a canary fails, with any failure budget", async () => {
    const stage = new Stage(4);
    await stage.hub("hub");
    stage.fleet.at(0).sick = true;
    const { id } = await stage.create({ failureBudget: 3, healthyDeadline: 60_000 });
    const over = await stage.finish(id);
    expect(over).toMatchObject({ status: "failed", progress: "f...", why: "a canary failed" });
    expect(over.reasons[0]).toBe(
      "it is not healthy in time: it has 0 participating tunnels, before it had 100",
    );
  });

  it.each([
    [1, 1, "done"],
    [2, 1, "done"],
    [1, 2, "done"],
    [4, 0, "done"],
    [9, 9, "done"],
    [0, 1, '"reachability is being tested", before it was "reachable"'],
    [0, 2, '"behind a firewall", before it was "reachable"'],
    [2, 12, '"the UDP port is in use", before it was "behind a firewall"'],
  ])(
    "wants a router to be as reachable as before: status %i and then %i is %s",
    async (before, after, becomes) => {
      const stage = new Stage(2);
      await stage.hub("hub");
      Object.assign(stage.fleet.at(0), { netStatus: before, netStatusAfter: after });
      const { id } = await stage.create();
      const { status, reasons } = await stage.finish(id);
      expect([status, reasons[0]]).toEqual(
        becomes === "done"
          ? ["done", undefined]
          : ["failed", `it is not healthy in time: its network status is ${becomes}`],
      );
    },
  );

  it("continues within the failure budget and stops beyond it, following what is under way", async () => {
    const stage = new Stage(8);
    await stage.hub("hub");
    for (const n of [1, 3, 5]) stage.fleet.at(n).sick = true;
    const { id } = await stage.create({ failureBudget: 1, healthyDeadline: 60_000, maxParallel: 2 });
    const over = await stage.finish(id);
    expect(over).toMatchObject({
      status: "failed",
      why: "2 failed, and the failure budget is 1",
      flights: {},
    });
    expect(countOf(over, "f")).toBe(2);
    expect(stage.restarts.at(-1)).toBe(0);
  });

  it("counts a node that vanishes under way against the budget", async () => {
    const stage = new Stage(3);
    await stage.hub("hub");
    const { id } = await stage.create({ healthyDeadline: 120_000 });
    await stage.pass(5);
    stage.fleet.at(0).online = false;
    const over = await stage.finish(id);
    expect(over).toMatchObject({
      status: "failed",
      progress: "f..",
      reasons: { 0: "it vanished under way" },
    });
  });

  it("is told of as failed until another one is started after that, not by one that ran beside it", async () => {
    const stage = new Stage(2);
    const hub = await stage.hub("hub");
    const [sick, well] = [...stage.fleet.nodes.keys()] as [string, string];
    stage.fleet.at(0).sick = true;
    const { id } = await stage.create({ healthyDeadline: 60_000 }, "restart", undefined, [sick]);
    await stage.pass(1);
    await stage.create({}, "restart", undefined, [well]);
    expect(await stage.finish(id)).toMatchObject({ status: "failed" });
    expect(hub.failed()).toEqual([`restart ${id}`]);
    await stage.pass(1);
    await stage.create({}, "restart", undefined, [well]);
    expect(hub.failed()).toEqual([]);
  });

  it("lets offline nodes wait in line, takes them when they come, and gives up when their time is over", async () => {
    const stage = new Stage(4);
    await stage.hub("hub");
    stage.fleet.at(0).online = false;
    stage.fleet.at(2).online = false;
    const { id } = await stage.create({ lineExpiry: 600_000 });
    await stage.pass(200);
    expect((await stage.read(id)).progress).toBe(".d.d");
    stage.fleet.at(2).online = true;
    const over = await stage.finish(id);
    expect(over).toMatchObject({ status: "done", progress: "xddd" });
    expect(stage.restarts).toEqual([0, 1, 1, 1]);
  });

  // The first is asked when the hub takes it over; then whether it, one of its nodes, and a command may go on.
  it.each([2, 4])("stops when its order ends during a look, after question %i", async (last) => {
    const stage = new Stage(1);
    await stage.hub("hub");
    const { id } = await stage.create();
    let asked = 0;
    stage.refusal = () => (++asked > last ? reason("grant.noToken", { name: "token ci" }) : undefined);
    expect(await stage.finish(id)).toMatchObject({
      status: "ended",
      why: "the token ci was revoked or has expired",
    });
  });

  it("passes over nodes that do not allow it, whose router is stopped, or that left", async () => {
    const stage = new Stage(4);
    await stage.hub("hub");
    stage.fleet.at(0).allow = "read";
    stage.fleet.at(1).phase = "stopped";
    const { id } = await stage.create();
    stage.fleet.nodes.delete(stage.fleet.at(2).id);
    const over = await stage.finish(id);
    expect(over).toMatchObject({
      status: "done",
      progress: "sssd",
      reasons: {
        0: "the node does not allow it: its fleet.allow is read",
        1: "its router is stopped",
        2: "it is no longer in the fleet",
      },
    });
  });

  it("does not begin with a node that is just starting, and waits for it", async () => {
    const stage = new Stage(2);
    await stage.hub("hub");
    stage.fleet.at(0).phase = "starting";
    const { id } = await stage.create();
    await stage.pass(60);
    expect((await stage.read(id)).progress).toBe(".d");
    stage.fleet.at(0).phase = "running";
    expect((await stage.finish(id)).progress).toBe("dd");
  });

  it("lets tunnels run out only for as long as it may, and then restarts the router at once", async () => {
    const stage = new Stage(2);
    await stage.hub("hub");
    stage.fleet.at(0).drains = true;
    const { id } = await stage.create({ drainLimit: 60_000 });
    await stage.pass(55);
    expect(stage.restarts).toEqual([0, 0]);
    expect(await stage.finish(id)).toMatchObject({ status: "done", progress: "dd" });
    expect(stage.restarts).toEqual([1, 1]);
    expect([...stage.fleet.at(0).carriedOut.keys()]).toEqual([`${id}/restart`, `${id}/restart-now`]);
  });

  it("repeats a command whose answer was lost, and the node does it once", async () => {
    const stage = new Stage(2);
    await stage.hub("hub");
    stage.fleet.at(0).mute = true;
    const { id } = await stage.create();
    await stage.pass(70);
    expect((await stage.read(id)).flights[0]).toMatchObject({ maybe: true });
    stage.fleet.at(0).mute = false;
    expect((await stage.finish(id)).progress).toBe("dd");
    expect(stage.restarts).toEqual([1, 1]);
  });

  /** A bus that delivers commands, drops their answers, and says that nobody is there. */
  const lyingBus = (lies: (sent: number) => boolean) => (options: EngineOptions) => {
    let sent = 0;
    const call: EngineOptions["bus"]["call"] = async (...args) => {
      const answer = await options.bus.call(...args);
      if (lies(++sent)) throw new NodeAway("The node is not connected", true);
      return answer;
    };
    return { bus: { ...options.bus, connected: true, call } };
  };

  it("never has two routers out with max_parallel 1 when the bus says of each that it is not connected", async () => {
    const stage = new Stage(3);
    await stage.hub(
      "hub",
      lyingBus((sent) => sent % 2 === 1),
    );
    const { id } = await stage.create({ canary: 0 });
    expect(await stage.finish(id)).toMatchObject({ status: "done", progress: "ddd" });
    expect(stage.fleet.mostOut).toBe(1);
    expect(stage.restarts).toEqual([1, 1, 1]);
  });

  it("is over soon after it was ended, whatever the bus says, and then its nodes are free", async () => {
    const stage = new Stage(2);
    await stage.hub(
      "hub",
      lyingBus(() => true),
    );
    const { id } = await stage.create({ canary: 0, healthyDeadline: 60_000 });
    await stage.pass(60);
    await controlRollout(stage.state, id, "end", grantOf("ann"));
    expect(await stage.finish(id, 1, 180)).toMatchObject({
      ...{ status: "ended", progress: "f." },
      reasons: { 0: "it does not answer the command" },
    });
    expect(stage.fleet.mostOut).toBe(1);
    expect(await stage.create()).toMatchObject({ status: "running" });
  });

  it("fails a node that never answers", async () => {
    const stage = new Stage(2);
    await stage.hub("hub");
    stage.fleet.at(0).mute = true;
    const { id } = await stage.create({ healthyDeadline: 60_000 });
    const over = await stage.finish(id);
    expect(over.reasons[0]).toBe("it does not answer the command");
  });

  it("can be paused, resumed and ended", async () => {
    const stage = new Stage(5);
    await stage.hub("hub");
    const { id } = await stage.create({ canary: 0 });
    await stage.pass(40);
    await controlRollout(stage.state, id, "pause", grantOf("ann"));
    await stage.pass(200);
    const paused = await stage.read(id);
    expect(paused).toMatchObject({ status: "paused", flights: {} });
    const done = countOf(paused, "d");
    expect(done).toBeLessThan(5);
    await stage.pass(200);
    expect(countOf(await stage.read(id), "d")).toBe(done);
    await expect(controlRollout(stage.state, id, "pause", grantOf("ann"))).rejects.toThrow("is paused");
    await controlRollout(stage.state, id, "resume", grantOf("ann"));
    await stage.pass(5);
    await controlRollout(stage.state, id, "end", grantOf("bob"));
    const over = await stage.finish(id);
    expect(over).toMatchObject({ status: "ended", why: "ended by bob" });
    expect(countOf(over, "d")).toBe(done + 1);
    await expect(controlRollout(stage.state, id, "resume", grantOf("ann"))).rejects.toThrow("is ended");
    await expect(controlRollout(stage.state, "none", "end", grantOf("ann"))).rejects.toThrow(
      "no roll-out none",
    );
  });

  it("waits while the hub has no bus, and counts no node as failed for it", async () => {
    const stage = new Stage(2);
    let bus: { connected: boolean } | undefined;
    await stage.hub("hub", (options) => {
      bus = options.bus as unknown as { connected: boolean };
      return {};
    });
    const { id } = await stage.create({ healthyDeadline: 30_000, graceful: false });
    await stage.pass(3);
    if (bus) bus.connected = false;
    stage.fleet.at(0).online = false;
    await stage.pass(3_600);
    stage.fleet.at(0).online = true;
    if (bus) bus.connected = true;
    expect((await stage.finish(id)).progress).toBe("dd");
  });

  it("is refused for nodes of one that is not over", async () => {
    const stage = new Stage(3);
    const { id } = await stage.create();
    await expect(stage.create()).rejects.toThrow(
      `nodes of it are in the roll-out ${id} (restart), which is not over (3 of them): wait for it, or end it`,
    );
    const where = { state: stage.state, hub: "hub", now: 0 };
    const request = {
      kind: "restart",
      grant: grantOf("ann"),
      labels: {},
      strategy: DEFAULT_STRATEGY,
      nodes: [],
    } as const;
    expect(await createRollout(where, request)).toMatchObject({ status: "done" });
  });

  it("is refused while another is being started, by this hub or another", async () => {
    const stage = new Stage(3);
    const both = await Promise.allSettled([stage.create(), stage.create()]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = both.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect((refused.reason as Error).message).toContain("another roll-out is being started");
    // One hub was killed in the middle of it.
    const killed = new Stage(3);
    await killed.state.put("last-rollout", JSON.stringify({ id: "never", at: killed.clock.ms }), 0);
    await expect(killed.create()).rejects.toThrow("another roll-out is being started");
    killed.clock.ms += 30_000;
    expect(await killed.create()).toMatchObject({ status: "running" });
  });
});

describe("an update", () => {
  const update = (found: unknown) => async () => {
    const stage = new Stage(2);
    await stage.hub("hub");
    for (const node of stage.fleet.nodes.values())
      node.answers = { FindUpdates: () => ({ FindUpdates: found }), Update: () => ({ Update: "installed" }) };
    const { id } = await stage.create({}, "update");
    return { over: await stage.finish(id), stage };
  };

  it("looks, installs and restarts", async () => {
    const { over, stage } = await update(true)();
    expect(over.progress).toBe("dd");
    expect(stage.restarts).toEqual([1, 1]);
    expect([...stage.fleet.at(0).carriedOut.keys()]).toEqual([`${over.id}/update`, `${over.id}/restart`]);
  });

  it("leaves a node alone that has no update", async () => {
    const { over, stage } = await update(false)();
    expect(over).toMatchObject({ status: "done", progress: "ss", reasons: { 0: "there is no update" } });
    expect(stage.restarts).toEqual([0, 0]);
  });

  it("fails a node that cannot look, with the node's own words", async () => {
    const { over } = await update("the feed cannot be reached")();
    expect(over).toMatchObject({ status: "failed", reasons: { 0: "the feed cannot be reached" } });
  });
});

describe("settings", () => {
  const wanted = JSON.stringify({ checksum: "c1", network: { "router.net.bw.in": "100" }, advanced: {} });

  it("are done when the node says that it has applied them", async () => {
    const stage = new Stage(1);
    await stage.hub("hub");
    let given: unknown;
    let state = "pending";
    stage.fleet.at(0).answers = {
      "pilothouse.apply": (params) => {
        if ("checksum" in params) given = params;
        return { state, applied: state === "applied" ? "c1" : null, reason: null };
      },
    };
    const { id } = await stage.create({ drainLimit: 20_000 }, "apply", wanted);
    await stage.pass(60);
    expect(given).toMatchObject({
      checksum: "c1",
      network: { "router.net.bw.in": "100" },
      ...{ restart: "graceful", drain: 20_000 },
    });
    expect((await stage.read(id)).progress).toBe("o");
    state = "applied";
    expect((await stage.finish(id)).progress).toBe("d");
  });

  it("fail on a node that took them back, with its reason", async () => {
    const stage = new Stage(1);
    await stage.hub("hub");
    stage.fleet.at(0).answers = {
      "pilothouse.apply": () => ({
        state: "reverted",
        applied: null,
        reason: "the router did not come back",
      }),
    };
    const { id } = await stage.create({}, "apply", wanted);
    expect(await stage.finish(id)).toMatchObject({
      progress: "f",
      reasons: { 0: "the router did not come back" },
    });
  });
});
