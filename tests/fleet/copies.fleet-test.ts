import { cpSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Hub, Node, scratch, until } from "./support/fleet.js";

/** A machine, and another one that was made from a copy of its disk. Both run. */
async function cloned(hub: Hub) {
  const dirs = [scratch("node"), scratch("copy")] as const;
  const before = await Node.start({ dir: dirs[0] });
  expect((await before.join(await hub.invite({ labels: { site: "ams" } }), "attic")).result.state).toBe(
    "connected",
  );
  await before.close();
  cpSync(dirs[0], dirs[1], { recursive: true, force: true });
  const [original, copy] = await Promise.all(dirs.map((dir) => Node.start({ dir })));
  return [original, copy] as [Node, Node];
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
    await until("the original is there", () => original.fleet.status().state === "connected");
    for (const node of [original, copy])
      expect(await hub.call(node.key, "Echo", { Echo: "x" })).toMatchObject({ result: { Result: "x" } });
    // After its service restarts, too.
    await copy.close();
    const again = await Node.start({ dir: copy.dir });
    expect(again.key).toBe(own);
    expect(again.fleet.status().name).toBe("barn");
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
