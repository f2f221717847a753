import { expect, it } from "vitest";
import { Proposal170 } from "../../packages/drivers/src/upstream/testing/java/proposal-170.js";
import { serveJava } from "./served.js";

const WEB = { Name: "web", Type: "httpserver", TargetPort: 8080 };

it("tunnels and names are passed on to a Java I2P whose server has the methods", async () => {
  const plugin = new Proposal170();
  const java = await serveJava({ double: { proposal170: plugin } });
  const status = async (params: object) => (await java.call("TunnelManager", { ...params })).result["status"];
  expect(await status({ ...WEB, Action: "create" })).toBe('success - "web" created');
  expect(plugin.tunnels).toMatchObject([
    { name: "web", runs: true, config: { type: "httpserver", targetPort: "8080", startOnLoad: "true" } },
  ]);
  expect(await status({ Name: "web", Action: "edit", TargetPort: 8081 })).toBe('success - "web" changed');
  const { result: shown } = await java.call("TunnelManager", { Name: "web", Action: "get" });
  expect(shown["info"]).toMatchObject({ status: "running", rawConfig: { TargetPort: "8081" } });
  const { destination } = shown["info"] as { readonly destination: string };
  const name = { Type: "router", Hostname: "mine.i2p" };
  expect((await java.call("AddressBook", { ...name, Destination: destination })).result["success"]).toBe(
    true,
  );
  expect((await java.call("pilothouse.names", { lookup: "mine.i2p" })).result["found"]).toMatchObject({
    destination,
  });
  expect(plugin.book).toEqual(new Map([["mine.i2p", destination]]));
  const { result: record } = await java.call("pilothouse.changes", { part: "tunnels" });
  const [edited] = record["changes"] as readonly { readonly id: number }[];
  await java.call("pilothouse.changes", { undo: edited?.id });
  expect(plugin.tunnels).toMatchObject([{ config: { targetPort: "8080" } }]);
  expect(await status({ Name: "web", Action: "stop" })).toBe('success - "web" stopped');
  expect(plugin.tunnels).toMatchObject([{ runs: false, config: { startOnLoad: "false" } }]);
});

it("a server that fails at a good change says so, and the change is not recorded", async () => {
  const plugin = new Proposal170();
  const java = await serveJava({ double: { proposal170: plugin } });
  plugin.fails = ({ Action }) => Action === "create";
  const { result } = await java.call("TunnelManager", { ...WEB, Action: "create" });
  expect(result["status"]).toMatch(/^error - .*disk full/);
  expect((await java.call("pilothouse.tunnels")).result["tunnels"]).toEqual([]);
});

it("they are refused where its server has not, with the reason", async () => {
  const java = await serveJava();
  const asked = [
    java.call("TunnelManager", { ...WEB, Action: "create" }),
    java.call("AddressBook", { Hostname: "a.i2p", Delete: "" }),
    java.call("pilothouse.tunnels"),
    java.call("pilothouse.names"),
  ];
  for (const { error } of await Promise.all(asked)) {
    expect(error).toMatchObject({ code: -32602, data: { reason: "notPossible" } });
    expect(error?.message).toMatch(
      /its server does not know (TunnelManager|AddressBook) of I2P proposal 170/,
    );
  }
});
