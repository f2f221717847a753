import { describe, expect, it } from "vitest";
import { Hub, Node, until } from "./fleet.js";

describe("Joining", () => {
  it("brings a node into the fleet with one token, and the node is there at once and answers", async () => {
    const hub = await Hub.start();
    const node = await Node.start();
    const token = await hub.invite({ labels: { site: "ams" } });
    expect(token).toMatch(/^ph1_[\w-]{300,500}$/);
    const { result, error } = await node.join(token, "router-1");
    expect(error).toBeUndefined();
    expect(result).toMatchObject({ state: "connected", name: "router-1", fleet: hub.bus.fleet, note: null });
    expect(await hub.record(node.key)).toMatchObject({ name: "router-1", labels: { site: "ams" } });
    await until("the node has reported", () => hub.reports.has(node.key));
    expect(hub.reports.get(node.key)?.[0]).toMatchObject({
      ...{ service: "1.2.3", router: "simulator", simulated: true, allow: "all" },
    });
    expect(await hub.call(node.key, "Echo", { Echo: "hello" })).toMatchObject({
      result: { Result: "hello" },
    });
  });
});
