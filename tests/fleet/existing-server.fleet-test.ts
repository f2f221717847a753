import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { requireOnlyOne } from "../../packages/fleet/src/hub-bus/only-one.js";
import { openFleetKeys, userOf } from "../../packages/fleet/src/keys/fleet-keys.js";
import { dial } from "../../packages/fleet/src/link/dial.js";
import { existingServer as existing } from "./support/existing-server.js";
import { Hub, Node, until } from "./support/fleet.js";

const echo = async (hub: Hub, { key }: Node) => (await hub.call(key, "Echo", { Echo: "x" })).result;

describe("An existing nats-server", () => {
  it("carries a fleet with the output of nats-config", async () => {
    const dir = scratch();
    const settings = await existing(dir);
    const hub = await Hub.start({ dir, settings });
    const node = await Node.start();
    expect((await node.join(await hub.invite(), "router-1")).result).toMatchObject({
      ...{ state: "connected", addresses: settings.bus },
    });
    expect(await echo(hub, node)).toEqual({ Result: "x" });
    await hub.bus.enrolment.remove(node.key);
    await until("it is cut off", () => node.fleet.status().state === "disconnected");
  });

  it("is shared by two hubs, which have the same state and manage the same nodes", async () => {
    const [dir, otherDir] = [scratch(), scratch()];
    const settings = { ...(await existing(dir)), shared: true };
    const hub = await Hub.start({ dir, settings });
    copyFileSync(join(dir, "fleet-keys.json"), join(otherDir, "fleet-keys.json"));
    const other = await Hub.start({ dir: otherDir, settings });
    expect(other.bus.fleet).toBe(hub.bus.fleet);
    const node = await Node.start();
    const { token } = await hub.bus.enrolment.invite({ labels: { site: "ams" } }, "anna");
    await until(
      "both know the invitation",
      async () => (await other.bus.enrolment.invitations()).length === 1,
    );
    expect((await node.join(token, "router-1")).result).toMatchObject({ state: "connected" });
    await until("the other knows the node", async () => (await other.record(node.key)) !== undefined);
    expect([await echo(hub, node), await echo(other, node)]).toEqual([{ Result: "x" }, { Result: "x" }]);
    await until("both hear its reports", () => hub.reports.has(node.key) && other.reports.has(node.key));
    // One hub stops; the other continues with everything.
    await hub.close();
    expect(await echo(other, node)).toEqual({ Result: "x" });
    await other.bus.enrolment.rename(node.key, "router-2");
    const again = await Hub.start({ dir, settings });
    expect(await again.record(node.key)).toMatchObject({ name: "router-2", labels: { site: "ams" } });
    await other.bus.enrolment.remove(node.key);
    await until("it is cut off", () => node.fleet.status().state === "disconnected");
    await until("both know", async () => (await again.record(node.key)) === undefined);
  });

  it("cuts off a node that a hub removes whose clock is behind that of the hub where it joined", async () => {
    const [dir, otherDir] = [scratch(), scratch()];
    const settings = { ...(await existing(dir)), shared: true };
    const ahead = { now: () => Date.now() + 3_600_000 };
    const hub = await Hub.start({ dir, settings, clock: ahead });
    const node = await Node.start();
    expect((await node.join(await hub.invite(), "router-1")).result).toMatchObject({ state: "connected" });
    await hub.close();
    copyFileSync(join(dir, "fleet-keys.json"), join(otherDir, "fleet-keys.json"));
    const other = await Hub.start({ dir: otherDir, settings });
    await until("it has reported", () => other.reports.has(node.key));
    await other.bus.enrolment.remove(node.key);
    await until("it is cut off", () => node.fleet.status().note?.includes("removed") ?? false, 30_000);
  });

  it("cuts off a removed node also if the hub that removed it was killed before it told the server", async () => {
    const [dir, otherDir] = [scratch(), scratch()];
    const settings = { ...(await existing(dir)), shared: true };
    const hub = await Hub.start({ dir, settings });
    copyFileSync(join(dir, "fleet-keys.json"), join(otherDir, "fleet-keys.json"));
    await Hub.start({ dir: otherDir, settings });
    const node = await Node.start();
    expect((await node.join(await hub.invite(), "router-1")).result).toMatchObject({ state: "connected" });
    await hub.state.put(`revoked/${node.key}`, JSON.stringify({ name: "router-1", at: Date.now() }), 0);
    await hub.close();
    await until("it is cut off", () => node.fleet.status().note?.includes("removed") ?? false, 30_000);
  });

  it("takes no second hub that works with a copy of the data of the first, until that is gone", async () => {
    const dir = scratch();
    const { bus, ca } = await existing(dir);
    const connected = () =>
      dial({
        ...{ addresses: bus, login: userOf(openFleetKeys(dir).account, "hub"), name: "test" },
        trust: { certificate: readFileSync(ca, "utf8") },
      });
    const [first, second] = [await connected(), await connected()];
    onTestFinished(() => second.close());
    await requireOnlyOne(first, "h1");
    await requireOnlyOne(second, "h2");
    const taken = () => requireOnlyOne(second, "h1").then(() => "taken", String);
    expect(await taken()).toContain("another hub works with a copy of this hub's data");
    await first.close();
    await expect.poll(taken).toBe("taken");
  });

  it("is refused for shared state if it may lose acknowledged writes, or stops with one hub", async () => {
    const dir = scratch();
    const settings = { ...(await existing(dir, "PILOTHOUSE_NATS_SERVER")), shared: true };
    await expect(Hub.start({ dir, settings })).rejects.toThrow(
      /nats-server 2\.9\.\d+.* several hubs need 2\.10\.27/,
    );
    await expect(Hub.start({ settings: { shared: true } })).rejects.toThrow(
      "hub.shared needs servers that do not end with one hub",
    );
  });
});
