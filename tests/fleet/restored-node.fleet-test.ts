import { readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@pilothouse/drivers/port";
import { restore, unpack } from "@pilothouse/server";
import { describe, expect, it } from "vitest";
import { Hub, Node, until } from "./support/fleet.js";

const SHARE = "svc.router.net.bw.share";

describe("A node whose store was restored from a backup", () => {
  it("comes back by itself, obeys, and does not carry out again what it has done since", async () => {
    const hub = await Hub.start();
    const node = await Node.start();
    expect((await node.join(await hub.invite(), "attic")).result).toMatchObject({ state: "connected" });
    const { key, dir } = node;
    const { result: made } = await node.ask("pilothouse.backup");
    const backup = await unpack(readFileSync(join(dir, made.file)), async () => "");
    // After the backup, and once; whether the hub has heard the answer is not known.
    const set = (value: string, once?: string) =>
      hub.call(key, "NetworkSetting", { [SHARE]: value }, once ? { once: { key: once, epoch: 1 } } : {});
    const first = await set("41", "a call that is queued");
    expect(first.result).toMatchObject({ SettingsSaved: true });

    await node.close();
    await restore(backup, dir, systemClock);
    hub.reports.clear();
    const again = await Node.start({ dir });
    await until("it reports", () => hub.reports.has(key));
    const share = async () => (await again.ask("NetworkSetting", { [SHARE]: null })).result[SHARE];
    const before = await share();
    expect(before).not.toBe("41");
    expect(await set("41", "a call that is queued")).toEqual(first);
    expect(await share()).toBe(before);
    // What it has not done yet is done.
    expect((await set("42")).result).toMatchObject({ SettingsSaved: true });
    expect(await share()).toBe("42");
  });
});
