import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fingerprintOf } from "../../joining/join-messages.js";
import { HubStage } from "../testing/stage.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

interface Message {
  readonly event: string;
  readonly key: string;
  readonly text: string;
  readonly router: string;
  readonly values: { readonly [name: string]: unknown };
}

let stage: HubStage;
let receiver: Server;
let got: Message[];

beforeEach(async () => {
  // The hub looks at its nodes when a test says so, and not in between.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  got = [];
  receiver = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    got.push(JSON.parse(body) as Message);
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  stage = await HubStage.open({ "notify.webhook": `http://127.0.0.1:${port}/` });
});
afterEach(async () => {
  await stage.close();
  receiver.closeAllConnections();
  receiver.close();
  vi.useRealTimers();
});

/** Nodes in here report every 15 seconds; others are silent. */
const reports = new Map<string, Parameters<HubStage["bus"]["report"]>[1]>();
afterEach(() => reports.clear());

async function joined(...names: string[]): Promise<void> {
  await Promise.all(names.map((name) => stage.bus.join(`U-${name}`, { name })));
  for (const name of names) reports.set(name, {});
}

async function pass(minutes: number): Promise<void> {
  for (let left = minutes * 4; left > 0; left--) {
    stage.time += 15 * SECOND;
    if (stage.bus.connected) for (const [name, report] of reports) stage.bus.report(`U-${name}`, report);
    stage.core.inventory.cleanUp();
    await stage.core.notifier.settled();
  }
}

const sentNotices = () =>
  got.splice(0).map(({ event, key, values }) => ({ event, key, nodes: values["nodes"] }));
const names = (count: number) =>
  Array.from({ length: count }, (_none, n) => `n${String(n).padStart(4, "0")}`);

describe("a hub that notifies of its nodes", () => {
  it("says that a roll-out failed, by its kind and id, and when that is over", async () => {
    await joined("attic");
    await pass(2);
    stage.core.judge.failedRollouts = () => ["restart 3f9a01bc"];
    await pass(2);
    expect(got.splice(0)).toMatchObject([
      { event: "alert", key: "fleet.rollout", text: expect.stringContaining("failed: restart 3f9a01bc.") },
    ]);
    stage.core.judge.failedRollouts = () => [];
    await pass(4);
    expect(got.splice(0)).toMatchObject([{ event: "resolved", key: "fleet.rollout" }]);
  });

  it("says once that a node is offline, by name, when it has been so for five minutes, and once that it is back", async () => {
    await joined("attic", "barn");
    await pass(2);
    reports.delete("attic");
    await pass(5);
    expect(sentNotices()).toEqual([]);
    await pass(2);
    expect(got).toMatchObject([
      {
        ...{ event: "alert", key: "nodes.offline", level: "problem", router: "hub" },
        text: "Offline: attic. That makes 1 of 2 nodes.",
        values: { count: 1, all: 1, total: 2 },
      },
    ]);
    sentNotices();
    await pass(90);
    expect(sentNotices()).toEqual([]);
    reports.set("attic", {});
    await pass(5);
    expect(sentNotices()).toEqual([{ event: "resolved", key: "nodes.offline", nodes: "attic" }]);
  });

  it("makes one message of a thousand nodes that go away, and one when they are back", async () => {
    await joined(...names(1_000));
    await pass(1);
    // Not all at the same moment.
    const all = [...reports.keys()];
    for (const part of [all.slice(0, 300), all.slice(300, 999)]) {
      for (const name of part) reports.delete(name);
      await pass(0.5);
    }
    await pass(8);
    expect(sentNotices()).toEqual([
      {
        ...{ event: "alert", key: "nodes.offline" },
        nodes: `${names(10).join(", ")} and 989 more`,
      },
    ]);
    for (const name of all) reports.set(name, {});
    await pass(6);
    expect(sentNotices()).toMatchObject([{ event: "resolved", key: "nodes.offline" }]);
  });

  it("names those that follow in a message of their own, at most one in five minutes", async () => {
    await joined("a", "b", "c", "d");
    await pass(1);
    for (const name of ["a", "b", "c"]) {
      reports.delete(name);
      await pass(2);
    }
    await pass(14);
    expect(sentNotices()).toEqual([
      { event: "alert", key: "nodes.offline", nodes: "a" },
      { event: "alert", key: "nodes.offline", nodes: "b, c" },
    ]);
  });

  it("says nothing of a node that is away for a moment, and not again within the pause of one that flaps", async () => {
    await joined("a", "b");
    for (let n = 0; n < 4; n++) {
      reports.delete("a");
      await pass(3);
      reports.set("a", {});
      await pass(3);
    }
    expect(sentNotices()).toEqual([]);
    for (let n = 0; n < 3; n++) {
      reports.delete("a");
      await pass(8);
      reports.set("a", {});
      await pass(6);
    }
    expect(sentNotices()).toMatchObject([{ event: "alert" }, { event: "resolved" }]);
  });

  it("does not take its own absence, or that of the bus, for the nodes'", async () => {
    await joined("a", "b");
    await pass(1);
    stage.time += 60 * MINUTE;
    await stage.restart();
    await pass(10);
    expect(sentNotices()).toEqual([]);
    stage.bus.connected = false;
    await pass(20);
    expect(got).toMatchObject([
      { event: "alert", key: "fleet.bus", text: expect.stringContaining("no connection to its bus") },
    ]);
    sentNotices();
    stage.bus.connected = true;
    await pass(10);
    expect(sentNotices()).toMatchObject([{ event: "resolved", key: "fleet.bus" }]);
  });

  it("keeps over a restart what it has said: nothing comes twice, and the end is not forgotten", async () => {
    await joined("a", "b");
    await pass(1);
    reports.delete("a");
    await pass(8);
    expect(sentNotices()).toMatchObject([{ event: "alert" }]);
    await stage.restart();
    await pass(20);
    expect(sentNotices()).toEqual([]);
    await stage.restart();
    reports.set("a", {});
    await pass(6);
    expect(sentNotices()).toEqual([{ event: "resolved", key: "nodes.offline", nodes: "a" }]);
  });

  it.each([
    ["nodes.crashed", { phase: "crashed" }, 8],
    ["nodes.firewalled", { netStatus: 2 }, 18],
    ["nodes.drifted", { drifted: true }, 18],
  ] as const)(
    "notifies of %s, and what it cannot know while a node is offline stays as it was",
    async (key, bad, minutes) => {
      await joined("a", "b");
      await pass(1);
      reports.set("a", bad);
      await pass(minutes);
      expect(sentNotices()).toEqual([{ event: "alert", key, nodes: "a" }]);
      reports.delete("a");
      await pass(4);
      expect(sentNotices()).toEqual([]);
      reports.set("a", {});
      await pass(5);
      expect(sentNotices()).toEqual([{ event: "resolved", key, nodes: "a" }]);
    },
  );

  it("notifies of a router that crashes again and again, and not of one that is restarted as often", async () => {
    await joined("a", "b");
    await pass(1);
    for (const starts of [2, 3, 4]) {
      reports.set("b", { starts });
      await pass(2);
    }
    expect(sentNotices()).toEqual([]);
    reports.set("a", { crashing: true });
    await pass(2);
    expect(sentNotices()).toEqual([{ event: "alert", key: "nodes.crashloop", nodes: "a" }]);
    reports.set("a", {});
    await pass(5);
    expect(sentNotices()).toEqual([{ event: "resolved", key: "nodes.crashloop", nodes: "a" }]);
  });

  it("notifies once of a node that it has no record of, and of nothing else about it", async () => {
    stage.bus.report("U-lost", { phase: "crashed", drifted: true });
    await pass(4);
    expect(sentNotices()).toEqual([{ event: "alert", key: "nodes.unknown", nodes: fingerprintOf("U-lost") }]);
    await pass(20);
    expect(sentNotices()).toEqual([]);
  });

  it("notifies of a node that waits to be accepted, once; a node that is removed is no news", async () => {
    await joined("a", "b");
    await stage.bus.wait("U-new", "new");
    await pass(3);
    expect(sentNotices()).toEqual([{ event: "alert", key: "nodes.waiting", nodes: fingerprintOf("U-new") }]);
    await stage.bus.enrolment.accept("new");
    reports.set("new", {});
    await pass(5);
    reports.delete("a");
    await pass(8);
    sentNotices();
    await stage.bus.enrolment.remove("U-a");
    await pass(10);
    expect(sentNotices()).toEqual([]);
  });

  it("shows its channels and rules, and sends a test", async () => {
    const { result } = await stage.call("pilothouse.notify", { test: "webhook" });
    expect(result).toMatchObject({ tested: true, channels: [{ name: "webhook" }] });
    expect(result?.["rules"]).toContainEqual({ key: "nodes.offline", on: true, minutes: 5, holds: false });
    expect(sentNotices()).toMatchObject([{ event: "test" }]);
  });
});
