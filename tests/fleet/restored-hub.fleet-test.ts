import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Clock, systemClock } from "@pilothouse/drivers/port";
import { storeFile } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { existingServer } from "./support/existing-server.js";
import { Hub, Node, until } from "./support/fleet.js";
import { HubProcess } from "./support/hub-process.js";

type Options = NonNullable<Parameters<typeof Hub.start>[0]>;

const member = async (hub: Hub, name: string): Promise<Node> => {
  const node = await Node.start();
  expect((await node.join(await hub.invite(), name)).result).toMatchObject({ state: "connected" });
  return node;
};

/** The hub's store is put back to what it was before `meanwhile`. */
async function restored(
  hub: Hub,
  options: Options,
  meanwhile: (hub: Hub) => Promise<unknown>,
  /** Only for that time. */
  more: Options = {},
): Promise<Hub> {
  const { dir } = hub;
  const backup = join(scratch(), "store");
  await hub.close();
  copyFileSync(storeFile(dir), backup);
  const port = Number(new URL(hub.bus.addresses[0] ?? "").port);
  const between = await Hub.start({ ...options, ...more, dir, port });
  await meanwhile(between);
  await between.close();
  copyFileSync(backup, storeFile(dir));
  return Hub.start({ ...options, dir, port });
}

describe("A hub whose store was restored from a backup", () => {
  it.each(["its own", "an existing"])("keeps nodes out that %s server knows as removed", async (whose) => {
    const dir = scratch();
    const options: Options = whose === "its own" ? {} : { settings: await existingServer(dir) };
    const hub = await Hub.start({ ...options, dir });
    const [gone, stays] = [await member(hub, "gone"), await member(hub, "stays")];
    const [goneKey, staysKey] = [gone.key, stays.key];
    const again = await restored(hub, options, async (between) => {
      await until("both are there", () => between.reports.has(goneKey) && between.reports.has(staysKey));
      await between.bus.enrolment.remove(goneKey);
      await until("it is cut off", () => gone.fleet.status().state === "disconnected");
    });
    await until("the other is back", () => again.reports.has(staysKey));
    await until("it was refused", () => /removed from the fleet/.test(gone.fleet.status().note ?? ""));
    expect([await again.record(goneKey), await again.record(staysKey)]).toMatchObject([
      undefined,
      { name: "stays" },
    ]);
    expect(again.reports.has(goneKey)).toBe(false);
    // Its name is free.
    expect((await gone.join(await again.invite(), "gone")).result).toMatchObject({ name: "gone" });
  });

  it("is obeyed, and can remove nodes, also if its clock had run ahead since the backup", async () => {
    const hub = await Hub.start();
    const node = await member(hub, "attic");
    const { key } = node;
    const ahead = { now: () => Date.now() + 365 * 86_400_000, ticks: () => performance.now() };
    const set = (by: Hub, value: string, { now }: Clock = systemClock) =>
      by
        .call(key, "NetworkSetting", { "svc.router.net.bw.in": value }, { expires: now() + 30_000 })
        .catch(({ message }: Error) => message);
    const again = await restored(
      hub,
      {},
      async (between) => {
        await until("it has heard the hub", () => between.reports.has(key));
        await until("it obeys", async () => typeof (await set(between, "77", ahead)) === "object");
      },
      { clock: ahead },
    );
    await until("it obeys", async () => typeof (await set(again, "88")) === "object");
    expect(await node.ask("NetworkSetting", { "svc.router.net.bw.in": null })).toMatchObject({
      result: { "svc.router.net.bw.in": "88" },
    });
    await until("it is heard", () => again.reports.has(key));
    await again.bus.enrolment.remove(key);
    await until("it is cut off", () => node.fleet.status().state === "disconnected");
  });

  it("lists nodes that joined after the backup as unknown, until they are adopted", async () => {
    const hub = await HubProcess.start();
    await hub.addNodes({ attic: await Node.start() });
    const backup = join(scratch(), "hub.backup");
    expect(await hub.onData("backup", backup)).toMatchObject({ code: 0 });
    await hub.addNodes({ barn: await Node.start() });
    await hub.process?.kill("SIGTERM");
    expect(await hub.onData("restore", backup, "--yes")).toMatchObject({ code: 0 });
    await hub.startAgain();
    const nodes = async () =>
      (await hub.json("fleet", "nodes")) as { name: string; [key: string]: unknown }[];
    await until("both report, and the hub knows one of them", async () => {
      const states = (await nodes()).map(({ state, asksFor }) => `${state} ${asksFor}`);
      return states.sort().join() === "online null,unknown barn";
    });
    const [unknown] = (await nodes()).filter(({ state }) => state === "unknown");
    expect(await hub.json("fleet", "adopt", unknown?.name ?? "", "--label", "site=ams")).toEqual({
      adopted: ["barn"],
    });
    expect(await nodes()).toMatchObject([
      { name: "attic", state: "online" },
      { name: "barn", state: "online", labels: { site: "ams" } },
    ]);
    expect(await hub.json("fleet", "adopt", "--all")).toEqual({ adopted: [] });
  });

  it("says what it cannot know if the files of its bus are gone, too", async () => {
    const hub = await Hub.start();
    await member(hub, "attic");
    await hub.close();
    rmSync(join(hub.dir, "bus", "jwt"), { recursive: true });
    const again = await Hub.start({ dir: hub.dir });
    expect(again.warnings).toContainEqual(expect.stringContaining("are let in again"));
  });
});
