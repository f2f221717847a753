import { cpSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import type { NodeRecord } from "../../packages/fleet/src/joining/node-record.js";
import { changeDocument } from "../../packages/fleet/src/state/documents.js";
import { Hub, Node, until } from "./support/fleet.js";

/** A machine, and another one that was made from a copy of its disk. Both run. */
async function cloned(hub: Hub) {
  const dirs = [scratch(), scratch()] as const;
  const before = await Node.start({ dir: dirs[0] });
  expect((await before.join(await hub.invite({ labels: { site: "ams" } }), "attic")).result.state).toBe(
    "connected",
  );
  await before.close();
  cpSync(dirs[0], dirs[1], { recursive: true, force: true });
  const original = await Node.start({ dir: dirs[0] });
  await until("the hub hears the original", () => {
    const { key, instance } = original.fleet.status();
    return instance !== null && hub.instances.get(key ?? "")?.[0] === instance;
  });
  return [original, await Node.start({ dir: dirs[1] })] as const;
}

describe("A machine that was made from a copy of another", () => {
  it("joins with a key of its own, and the other keeps its name, labels and key", async () => {
    const hub = await Hub.start();
    const [original, copy] = await cloned(hub);
    const { key } = original;
    expect(copy.key).toBe(key);
    // Another name than that of the original would have been given to the original.
    const { result } = await copy.join(await hub.invite({ labels: { site: "fra" } }), "barn");
    expect(result).toMatchObject({
      ...{ state: "connected", name: "barn" },
      note: expect.stringContaining("The node attic, whose key it has had, stays in the fleet"),
    });
    const own = copy.key;
    expect(own).not.toBe(key);
    expect(await hub.record(key)).toMatchObject({ name: "attic", labels: { site: "ams" } });
    expect(await hub.record(copy.key)).toMatchObject({ name: "barn", labels: { site: "fra" } });
    // The hub may have heard the copy with the key of the original, and then asks that one until it hears the other.
    await until("the hub hears the original again", async () => {
      await askForReports(hub, key);
      return hub.instances.get(key)?.[0] === original.fleet.status().instance;
    });
    for (const node of [original, copy])
      expect(await hub.call(node.key, "Echo", { Echo: "x" })).toMatchObject({ result: { Result: "x" } });
    // After its service restarts, too.
    await copy.close();
    const again = await Node.start({ dir: copy.dir });
    expect(again.key).toBe(own);
    expect(again.fleet.status().name).toBe("barn");
  });

  it("is none any more when it joins with a key of its own, also if the hub has heard both", async () => {
    const hub = await Hub.start();
    const [original, copy] = await cloned(hub);
    const { key } = original;
    await until("the hub hears both", async () => {
      await askForReports(hub, key);
      return hub.instances.get(key)?.length === 2;
    });
    await copy.join(await hub.invite(), "barn");
    await until("the hub hears only the original", async () => {
      await askForReports(hub, key);
      const heard = hub.instances.get(key) ?? [];
      return heard.length === 1 && heard[0] === original.fleet.status().instance;
    });
    expect(await hub.call(key, "Echo", { Echo: "x" })).toMatchObject({ result: { Result: "x" } });
  });

  it("stays what it is while it waits to be accepted with a key of its own", async () => {
    const hub = await Hub.start();
    const [original, copy] = await cloned(hub);
    const { result } = await copy.join(await hub.invite({ wait: true }), "barn");
    expect(result).toMatchObject({ state: "waiting", name: "barn" });
    expect(result.key).not.toBe(original.key);
    await copy.close();
    const again = await Node.start({ dir: copy.dir });
    expect(again.fleet.status()).toMatchObject({ state: "waiting", key: result.key });
    await hub.bus.enrolment.accept(result.fingerprint);
    await until("it has joined", () => again.fleet.status().state === "connected");
    expect(again.fleet.status()).toMatchObject({ key: result.key, name: "barn" });
    expect(await hub.record(original.key)).toMatchObject({ name: "attic" });
  });
});

/** Not more often than a hub does: reports that come faster are dropped. */
async function askForReports(hub: Hub, key: string): Promise<void> {
  await hub.bus.notify({ report: 0 }, key);
  await sleep(2_000);
}

/** What was set on each of them. */
const bandwidths = (nodes: readonly Node[]) =>
  Promise.all(
    nodes.map(async (node) => (await node.ask("NetworkSetting", { [BANDWIDTH]: null })).result[BANDWIDTH]),
  );
/** What a machine is told that leaves while another one stays the node. */
const GOES_ON = expect.stringContaining("Another machine uses the key of the node attic, so that node stays");
const BANDWIDTH = "svc.router.net.bw.in";

describe("Two machines that use the key of one node", () => {
  it("are told apart: a change reaches one, a person decides which stays, and the other cannot take the node along", async () => {
    const hub = await Hub.start();
    const [original, copy] = await cloned(hub);
    const both = [original, copy];
    const { key } = original;
    const [, before] = await bandwidths(both);
    await until("both are connected", () => both.every(({ fleet }) => fleet.status().instance !== null));
    await until("the hub hears both", async () => {
      await askForReports(hub, key);
      return hub.instances.get(key)?.length === 2;
    });
    const ids = both.map(({ fleet }) => fleet.status().instance ?? "");
    expect(new Set(hub.instances.get(key))).toEqual(new Set(ids));
    await until("both know", () => both.every(({ fleet }) => fleet.status().identity === "shared"));
    expect((await copy.ask("pilothouse.membership")).result.note).toContain("Another machine uses the key");
    // Also at a hub that has not refused it: only the instance for which it was signed carries it out.
    expect(await hub.call(key, "NetworkSetting", { [BANDWIDTH]: "77" })).toMatchObject({
      result: { SettingsSaved: true },
    });
    expect((await bandwidths(both)).sort()).toEqual(["77", before].sort());
    await expect(hub.bus.keep(key, "no such one")).rejects.toThrow("No such instance is at work");
    const generation = await hub.bus.keep(key, ids[0] ?? "");
    await changeDocument<NodeRecord>(hub.state, `node/${key}`, (now) => now && { ...now, generation });
    await until("the copy knows", async () => {
      await askForReports(hub, key);
      return copy.fleet.status().identity === "copy";
    });
    expect(original.fleet.status().identity).toBe("own");
    await original.ask("NetworkSetting", { [BANDWIDTH]: "5" });
    expect(await hub.call(key, "NetworkSetting", { [BANDWIDTH]: null })).toMatchObject({
      result: { [BANDWIDTH]: "5" },
    });
    expect((await copy.ask("pilothouse.leave")).result).toEqual({ Left: true, note: GOES_ON });
    await hub.call(key, "Echo", { Echo: "x" });
    expect(await hub.record(key)).toMatchObject({ name: "attic" });
    await original.ask("pilothouse.leave");
    await until("the node has left", async () => (await hub.record(key)) === undefined);
  });

  it("do not lose the node when one leaves before the hub has heard of both", async () => {
    const hub = await Hub.start();
    const [original, copy] = await cloned(hub);
    const { key } = original;
    await until("both are connected", () =>
      [original, copy].every(({ fleet }) => fleet.status().state === "connected"),
    );
    await until("the hub hears the copy", () => hub.instances.get(key)?.[0] === copy.fleet.status().instance);
    expect((await copy.ask("pilothouse.leave")).result).toEqual({ Left: true, note: GOES_ON });
    expect(await hub.record(key)).toMatchObject({ name: "attic" });
    expect(await hub.call(key, "Echo", { Echo: "x" })).toMatchObject({ result: { Result: "x" } });
  });
});
