import { readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { inMemory } from "../../packages/server/src/rpc/testing/recorded.js";
import { Hub, Node, until } from "./support/fleet.js";

async function joined(hub: Hub, name: string, more: Parameters<typeof Node.start>[0] = {}): Promise<Node> {
  const node = await Node.start(more);
  expect((await node.join(await hub.invite(), name)).result).toMatchObject({ state: "connected" });
  return node;
}

const echo = (hub: Hub, { key }: Node) => hub.call(key, "Echo", { Echo: "x" });
const right = { result: { Result: "x" } };

describe("A node that was removed", () => {
  it("is disconnected at once, the others are not, and it comes back as another node", async () => {
    const hub = await Hub.start();
    const [gone, stays] = await Promise.all([joined(hub, "gone"), joined(hub, "stays")]);
    const reports = () => hub.reports.get(stays.key)?.length ?? 0;
    await until("it has reported", () => reports() > 0);
    await hub.bus.enrolment.remove(gone.key);
    await until("it is cut off", () => gone.fleet.status().state === "disconnected");
    await until("it was refused", () => /removed from the fleet/.test(gone.fleet.status().note ?? ""));
    await expect(echo(hub, gone)).rejects.toThrow("no record of this node");
    expect(await hub.record(gone.key)).toBeUndefined();
    expect(stays.fleet.status().state).toBe("connected");
    expect(await echo(hub, stays)).toMatchObject(right);
    const { key } = gone;
    expect((await gone.join(await hub.invite(), "gone")).result).toMatchObject({ state: "connected" });
    expect(gone.key).not.toBe(key);
    expect(await echo(hub, gone)).toMatchObject(right);
  });

  it("stays disconnected when the hub restarts", async () => {
    const dir = scratch();
    const hub = await Hub.start({ dir });
    const node = await joined(hub, "gone");
    await hub.bus.enrolment.remove(node.key);
    const [address = ""] = hub.bus.addresses;
    await hub.close();
    const again = await Hub.start({ dir, port: Number(new URL(address).port) });
    await until("it was refused", () => /removed from the fleet/.test(node.fleet.status().note ?? ""));
    await expect(echo(again, node)).rejects.toThrow("no record of this node");
  });
});

describe("A reinstalled machine", () => {
  it("replaces its old node, and keeps the name and labels", async () => {
    const hub = await Hub.start();
    const old = await joined(hub, "router-1");
    const { key } = old;
    await old.close();
    const fresh = await Node.start();
    const token = await hub.invite({ replaces: key, labels: { os: "13" } });
    expect((await fresh.join(token)).result).toMatchObject({ state: "connected", name: "router-1" });
    expect(fresh.key).not.toBe(key);
    expect(await hub.record(fresh.key)).toMatchObject({ name: "router-1", labels: { os: "13" } });
    expect(await hub.record(key)).toBeUndefined();
    await expect(hub.bus.enrolment.invite({ replaces: key }, "test")).rejects.toThrow("names no node");
  });
});

describe("A member", () => {
  it("reconnects after its own restart and after the bus was killed", async () => {
    const hub = await Hub.start();
    const dir = scratch();
    await (await joined(hub, "router-1", { dir })).close();
    const node = await Node.start({ dir });
    await until("it is back", () => node.fleet.status().state === "connected");
    expect(await echo(hub, node)).toMatchObject(right);
    const pid = Number(readFileSync(join(hub.dir, "bus", "nats-server.pid"), "utf8"));
    process.kill(pid, "SIGKILL");
    await until(
      "both have lost the bus",
      () => !hub.bus.connected || node.fleet.status().state !== "connected",
    );
    await until("both are back", async () => {
      if (!hub.bus.connected || node.fleet.status().state !== "connected") return false;
      return echo(hub, node).then(
        () => true,
        () => false,
      );
    });
    expect(Number(readFileSync(join(hub.dir, "bus", "nats-server.pid"), "utf8"))).not.toBe(pid);
  });

  it("follows the bus to the addresses that it was given before", async () => {
    const dir = scratch();
    const hub = await Hub.start({ dir });
    const node = await joined(hub, "router-1");
    const [first = ""] = hub.bus.addresses;
    await hub.close();
    // The same address announces the next one: a port that is not open yet.
    const restarted = await Hub.start({
      ...{ dir, port: Number(new URL(first).port) },
      addresses: ["tls://127.0.0.1:27651"],
    });
    await until("it knows", () => node.fleet.status().addresses.join() === "tls://127.0.0.1:27651");
    expect(await echo(restarted, node)).toMatchObject(right);
    await restarted.close();
    const moved = await Hub.start({ dir, port: 27_651 });
    await until("it has followed", () => node.fleet.status().state === "connected");
    expect(await echo(moved, node)).toMatchObject(right);
  });

  it("leaves, and the hub removes it; it can also leave without the hub", async () => {
    const hub = await Hub.start();
    const [notified, alone] = await Promise.all([joined(hub, "notified"), joined(hub, "alone")]);
    const { key } = notified;
    expect(await notified.ask("pilothouse.leave")).toMatchObject({ result: { Left: true, note: null } });
    expect(notified.fleet.status()).toMatchObject({ state: "none", key: null, fleet: null });
    await until("the hub knows", async () => (await hub.record(key)) === undefined);
    expect(await notified.ask("pilothouse.leave")).toMatchObject({ result: { Left: false } });
    await hub.close();
    expect((await alone.ask("pilothouse.leave")).result).toEqual({
      Left: true,
      note: expect.stringContaining("The hub was not informed, and may still list the node alone."),
    });
    expect(alone.fleet.status().state).toBe("none");
  });

  it.each(["nothing of", "from"])(
    "leaves before its first report, and is removed: it has heard %s the hub",
    async (heard) => {
      const hub = await Hub.start();
      const router = new Simulator({ seed: 1, clock: systemClock, storage: inMemory() });
      // A report waits a second for a router that does not answer.
      router.settings.all = () => new Promise(() => {});
      const node = await joined(hub, "hasty", { router });
      const { key } = node;
      if (heard === "from") {
        const addresses = [...hub.bus.addresses, "tls://127.0.0.1:1"];
        await hub.bus.notify({ addresses, instance: node.fleet.status().instance ?? "" }, key);
        await until("it has heard", () => node.fleet.status().addresses.length === 2);
      }
      expect((await node.ask("pilothouse.leave")).result).toEqual({ Left: true, note: null });
      await until("the hub knows", async () => (await hub.record(key)) === undefined);
    },
  );

  it("allows a hub what fleet.allow says, and records who tried more", async () => {
    const hub = await Hub.start();
    const node = await joined(hub, "router-1", { flags: { "fleet.allow": "read" } });
    expect(await hub.call(node.key, "NetworkSetting", { "svc.router.net.bw.in": null })).toHaveProperty(
      "result",
    );
    const write = await hub.call(node.key, "NetworkSetting", { "svc.router.net.bw.in": "77" });
    expect(write.error).toMatchObject({ code: -32008, data: { scope: "settings" } });
    expect(write.error.message).toContain("the caller is granted read");
    await until("it is on record", async () =>
      JSON.stringify(await node.ask("pilothouse.audit")).includes(
        "beyond what is allowed: NetworkSetting with svc.router.net.bw.in",
      ),
    );
    const open = await joined(hub, "router-2");
    // A read-only operator has no more rights on a node that allows everything.
    const asReader = { scope: "read" };
    expect((await hub.call(open.key, "RouterManager", { Reseed: "" }, asReader)).error).toMatchObject({
      code: -32008,
    });
    expect(await hub.call(open.key, "NetworkSetting", { "svc.router.net.bw.in": "77" })).toMatchObject({
      result: { SettingsSaved: true },
    });
    const { entries } = (await open.ask("pilothouse.audit")).result;
    const change = entries.find(({ action }: { action: string }) => action === "NetworkSetting");
    expect(change.address).toBe(`hub ${hub.bus.fleet.slice(0, 8)}: alice`);
  });
});
