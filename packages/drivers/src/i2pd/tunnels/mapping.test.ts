import { TUNNEL_TYPES, type TunnelOption } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { SettingRefused } from "../../port.js";
import { configOf, takenOptions, withOptions } from "./mapping.js";
import { type OwnTunnel, ownFileName, ownText, readOwn } from "./own-file.js";

type Set = readonly (readonly [TunnelOption, string | null])[];
const made = (set: Set, values = new Map<string, string>()) => withOptions(values, new Map(set));
const keyOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof SettingRefused) return error.key;
    throw error;
  }
  return "taken";
};
const CLIENT: Set = [
  ["Type", "client"],
  ["Port", "6668"],
  ["TargetDestination", "irc.ilita.i2p:6667"],
];
const SERVER: Set = [
  ["Type", "httpserver"],
  ["TargetPort", "8080"],
];

describe("the options of a tunnel", () => {
  it("are i2pd's, and are read back", () => {
    const values = made([...CLIENT, ["TunnelLength", "2"], ["EncType", "0,4"]]);
    expect(Object.fromEntries(values)).toEqual({
      type: "client",
      port: "6668",
      destination: "irc.ilita.i2p",
      destinationport: "6667",
      "inbound.length": "2",
      "outbound.length": "2",
      "i2cp.leaseSetEncType": "0,4",
    });
    expect(configOf(values)).toEqual(new Map([...CLIENT, ["TunnelLength", "2"], ["EncType", "0,4"]]));
    expect(configOf(made(SERVER))).toEqual(new Map([...SERVER, ["TargetHost", "127.0.0.1"]]));
  });

  it("are changed one by one, and what the interface does not know stays", () => {
    const values = made(SERVER, new Map([["accesslist", "x"]]));
    const changed = made(
      [
        ["TargetPort", "81"],
        ["TargetHost", null],
        ["UseSSL", "true"],
      ],
      values as never,
    );
    expect(Object.fromEntries(changed)).toMatchObject({
      accesslist: "x",
      port: "81",
      host: "127.0.0.1",
      ssl: "true",
    });
  });

  it.each<[Set, string]>([
    [[["Type", "streamrclient"]], "Type"],
    [[["Type", "ircclient"]], "Type"],
    [
      [
        ["Type", "client"],
        ["Port", "1"],
      ],
      "TargetDestination",
    ],
    [[["Type", "socks"]], "Port"],
    [[["Type", "server"]], "TargetPort"],
    [[...SERVER, ["Port", "80"]], "Port"],
    [[...SERVER, ["TunnelBackupQuantity", "1"]], "TunnelBackupQuantity"],
    [[...CLIENT, ["UseSSL", "true"]], "UseSSL"],
    [[...CLIENT, ["ReachableBy", "localhost"]], "ReachableBy"],
    [[...CLIENT, ["TargetDestination", "a.i2p,b.i2p"]], "TargetDestination"],
    [[...CLIENT, ["SigType", "5"]], "SigType"],
  ])("are refused where i2pd has no counterpart: %j", (set, key) => {
    expect(keyOf(() => made(set))).toBe(key);
  });

  it("do not make a server of a client, nor take an address away", () => {
    expect(
      keyOf(() =>
        made(
          [
            ["Type", "server"],
            ["TargetPort", "1"],
          ],
          made(CLIENT) as never,
        ),
      ),
    ).toBe("Type");
    const keyed = new Map([...made(CLIENT), ["keys", "a.dat"] as const]);
    expect(keyOf(() => made([["Shared", "true"]], keyed))).toBe("Shared");
    expect(made([["Shared", "true"]], made(CLIENT) as never).get("keys")).toBe("shareddest");
  });

  it("that are taken are named for every type", () => {
    const none = TUNNEL_TYPES.filter((type) => takenOptions(type).length === 0);
    expect(none).toEqual([
      ...["ircclient", "socksirc", "connectclient", "streamrclient", "httpbidirserver", "streamrserver"],
    ]);
  });
});

describe("a file of ours", () => {
  const tunnel: OwnTunnel = {
    name: "My site",
    values: made(SERVER),
    description: "A # b [c]",
    stopped: false,
  };

  it("holds one tunnel, and is read back", () => {
    expect(ownFileName(tunnel)).toBe("pilothouse-My%20site.conf");
    expect(readOwn(ownFileName(tunnel), ownText(tunnel))).toEqual(tunnel);
    const stopped = { ...tunnel, stopped: true };
    expect(readOwn(ownFileName(stopped), ownText(stopped))).toEqual(stopped);
  });

  it.each<[string, string, string]>([
    ["has another name", "pilothouse-x.conf", ownText(tunnel)],
    ["has no mark", ownFileName(tunnel), ownText(tunnel).replace(/.*\n/, "")],
    ["has a second tunnel", ownFileName(tunnel), `${ownText(tunnel)}[b]\nx = 1\n`],
    ["cannot be read", ownFileName(tunnel), `${ownText(tunnel)}x\n`],
  ])("is not ours any more when it %s", (_, name, text) => {
    expect(readOwn(name, text)).toBeUndefined();
  });
});
