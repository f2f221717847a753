import type { Tunnel, TunnelChange, TunnelConfig } from "@pilothouse/drivers/port";
import { callableOf, checkParams, reasonText, type TunnelOption } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { checkHarm } from "./harm.js";

const OWN = new Set([7650, 7657, 7651]);
const config = (options: { readonly [O in TunnelOption]?: string }): TunnelConfig =>
  new Map(Object.entries(options)) as TunnelConfig;
const create = (options: { readonly [O in TunnelOption]?: string }): TunnelChange => ({
  action: "create",
  name: "x",
  config: config(options),
});
const server = (TargetHost: string, TargetPort: string) => create({ Type: "server", TargetHost, TargetPort });
const client = (ReachableBy: string, Port = "8080") => create({ Type: "httpclient", ReachableBy, Port });
const there: Tunnel = {
  ...{ name: "there", type: "client", server: false, state: "stopped" },
  config: config({ Type: "client", Port: "8081", ReachableBy: "0.0.0.0", TargetDestination: "a.i2p" }),
};
const edit = (set: { readonly [O in TunnelOption]?: string | null }): TunnelChange => ({
  action: "edit",
  name: "there",
  set: new Map(Object.entries(set)) as ReadonlyMap<TunnelOption, string | null>,
});

const check = (changes: readonly TunnelChange[], open = false) =>
  checkHarm(changes, [there], { ports: OWN, open });

describe("a tunnel that would do harm", () => {
  it.each<[string, string, TunnelChange]>([
    ["forwards to the service", "TargetPort", server("127.0.0.1", "7650")],
    [
      "forwards to the service without naming a host",
      "TargetPort",
      create({ Type: "server", TargetPort: "7657" }),
    ],
    ["forwards to the service by a name", "TargetPort", server("localhost", "7650")],
    ["forwards to the service by a name that leads here", "TargetPort", server("here.example.org", "7650")],
    ["forwards to the service by another loopback address", "TargetPort", server("127.8.9.10", "7650")],
    ["forwards to the service by IPv6", "TargetPort", server("::1", "7650")],
    ["forwards to the service by IPv4 in IPv6", "TargetPort", server("::ffff:127.0.0.1", "7650")],
    ["forwards to the service by the address of every interface", "TargetPort", server("0.0.0.0", "7650")],
    ["forwards to the bus", "TargetPort", server("127.0.0.1", "7651")],
    ["takes a port of the service", "Port", client("127.0.0.1", "7650")],
    ["takes a port of the bus", "Port", client("127.0.0.1", "7651")],
    ["listens for everybody", "ReachableBy", client("0.0.0.0")],
    ["listens for everybody by IPv6", "ReachableBy", client("::")],
    ["listens for the network", "ReachableBy", client("192.0.2.7")],
    ["listens on a name", "ReachableBy", client("myhost")],
    ["is edited to take a port of the service", "Port", edit({ Port: "7657", ReachableBy: "127.0.0.1" })],
    ["is edited and stays open", "ReachableBy", edit({ Description: "x" })],
    ["is started and open", "ReachableBy", { action: "start", name: "there" }],
    ["is adopted and open", "ReachableBy", { action: "adopt", name: "there" }],
  ])("%s", (_what, key, change) => {
    expect(() => check([change])).toThrow(
      expect.objectContaining({ code: -32602, data: expect.objectContaining({ key }) }),
    );
  });

  it("is open to others only if that was confirmed, and is named then", () => {
    expect(check([client("0.0.0.0")], true).map(reasonText)).toEqual([
      'The port of "x" can be reached by others: it listens on 0.0.0.0',
    ]);
    expect(() => check([client("0.0.0.0", "7650")], true)).toThrow("a port of this service");
  });

  it("is none where it forwards to another machine or listens here", () => {
    expect(
      check([server("192.0.2.7", "7650"), server("127.0.0.1", "8080"), client("127.0.0.1"), client("::1")]),
    ).toEqual([]);
    expect(check([edit({ ReachableBy: "127.0.0.1" }), { action: "start", name: "there" }])).toEqual([]);
    expect(
      check([
        { action: "delete", name: "there" },
        { action: "stop", name: "there" },
      ]),
    ).toEqual([]);
  });
});

describe("a value that would do harm in a file", () => {
  const manager = (params: object) => () =>
    checkParams(callableOf("TunnelManager"), { Action: "create", Name: "x", Type: "server", ...params });
  const own = (params: object) => () =>
    checkParams(callableOf("pilothouse.tunnels"), { changes: [{ action: "create", name: "x", ...params }] });

  it.each([
    ...["x]\n[y", "a.b", "a/b", "../x", "[x]", "x\n", "x=y", "x#y", "", " x", "x ", "x".repeat(65), "ü"].map(
      (name) => ["name", name],
    ),
    ...["a\nb", "a\rb", "a\u2028b", "a\u0000b"].map((value) => ["Description", value]),
    ...["a b", "a\nb", "", "127.0.0.1\nkeys=x", "256.0.0.1"].map((value) => ["TargetHost", value]),
    ...["0", "65536", "-1", "80\n", "8 0", "http"].map((value) => ["TargetPort", value]),
    ...["x", "a.i2p\nkeys = ../x.dat", "/etc/passwd", "a.i2p:0"].map((value) => ["TargetDestination", value]),
    ...["4", "-1", "1.5"].map((value) => ["TunnelLength", value]),
    ...["../x.dat", "x.dat"].map((value) => ["keys", value]),
  ])("as %s %j is refused", (option, value) => {
    const params = option === "name" ? { name: value } : { options: { [String(option)]: value } };
    expect(own(params)).toThrow(expect.objectContaining({ code: -32602 }));
    if (option !== "name" && value !== "")
      expect(manager({ [String(option)]: value })).toThrow(expect.objectContaining({ code: -32602 }));
  });

  it.each(["PrivKeyFile", "FilterFilePath", "CustomOptions", "SpoofedHost"])("by %s is refused", (option) => {
    expect(manager({ [option]: "/etc/passwd" })).toThrow(
      expect.objectContaining({ code: -32602, data: expect.objectContaining({ key: option }) }),
    );
  });
});
