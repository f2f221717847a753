import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { type Fields, type Reply, send } from "../wire.js";

/**
 * The requests of the Go client by the author of proposal 170, function by function, in the bytes that it sends: it
 * writes the members of a map in the order of the alphabet, every number and boolean that nobody has set as 0 and
 * false, and leaves empty texts out. It reads `status`, `info` and `message` from the result.
 */
let here: Here;
beforeAll(async () => {
  here = await startHere({ settings: { "http.jsonrpc": "true" } });
});

const sorted = (params: Fields): Fields =>
  Object.fromEntries(Object.entries({ ...params, Token: here.token }).sort(([a], [b]) => (a < b ? -1 : 1)));
const called = async (method: string, params: Fields) => {
  const body = `{"method":"${method}","params":${JSON.stringify(sorted(params))},"id":0,"jsonrpc":"2.0"}`;
  return send(here.https, body, {
    path: "/jsonrpc/",
    headers: {
      "User-Agent": "Go-http-client/1.1",
      "Content-Type": "application/json",
      Accept: "application/json",
    },
  });
};
const status = async (params: Fields) => (await called("TunnelManager", params)).result["status"];

/** The key that an error blames. */
const keyIn = ({ json: { error } }: Reply) => (error?.data as Fields | undefined)?.["key"];

const serviceAction = (Name: string, Action: string, All = false) =>
  called("TunnelManager", { Name, Action, All });
const rawConfig = async (name: string) =>
  ((await serviceAction(name, "get")).result["info"] as { rawConfig: Fields }).rawConfig;

const common = (Action: string, Name: string, more: Fields = {}): Fields => ({
  ...{ Action, Name, StartOnLoad: false, UseSSL: false, Port: 0, Type: "", Reduce: false },
  ...{ ReduceCount: 0, ReduceTime: 0 },
  ...more,
});
const service = (Action: string, Name: string, more: Fields = {}): Fields => ({
  ...common(Action, Name),
  ...{ ConnectDelay: false, TargetPort: 0, MaxConcurrentConns: 0, ClientPerMinute: 0, ClientPerHour: 0 },
  ...{ ClientPerDay: 0, TotalInPerMinute: 0, TotalInPerHour: 0, TotalInPerDay: 0 },
  ...{ UniqueLocalAddressPerClient: false, MultiHoming: false },
  ...more,
});
const client = (Action: string, Name: string, more: Fields = {}): Fields => ({
  ...common(Action, Name),
  ...{ Shared: false, DelayOpen: false, CloseTime: 0, Close: false },
  ...more,
});
const HTTP_SERVER: Fields = {
  ...{ BlockReferers: false, BlockUserAgents: false, BlockAccessInProxies: false, PostLimit: 0 },
  ...{ PostLimitTime: 0, PerClientPeriod: 0, TotalPeriod: 0, TotalBanTime: 0 },
};
const HTTP_PROXY: Fields = { UseOutproxyPlugin: false };

describe("the Go client of proposal 170", () => {
  it("AddHiddenService makes a hidden service with what is set", async () => {
    const web = {
      Type: "httpserver",
      TargetHost: "127.0.0.1",
      TargetPort: 8080,
      Description: "my site",
      ...HTTP_SERVER,
    };
    const crypto = { SigType: "EDDSA_SHA512_ED25519", TunnelLength: 2, TunnelVariance: 0 };
    expect(await status(service("create", "web", { ...web, ...crypto, StartOnLoad: true }))).toBe(
      'success - "web" created',
    );
    expect(await rawConfig("web")).toEqual({
      ...{ Type: "httpserver", TargetHost: "127.0.0.1", TargetPort: "8080", Description: "my site" },
      ...{ SigType: "7", TunnelLength: "2", StartOnLoad: "true" },
    });
  });

  it("AddClientTunnel makes a client and a proxy", async () => {
    const irc = {
      Type: "client",
      Port: 6668,
      TargetDestination: "irc.echelon.i2p",
      ReachableBy: "127.0.0.1",
    };
    expect(await status(client("create", "irc", { ...irc, ConnectDelay: false }))).toBe(
      'success - "irc" created',
    );
    const proxy = { Type: "httpclient", Port: 4445, ...HTTP_PROXY };
    expect(await status(client("create", "proxy", proxy))).toBe('success - "proxy" created');
  });

  it("ServiceAction with get shows a tunnel", async () => {
    const { result } = await serviceAction("web", "get");
    expect(result["status"]).toMatch(/^success - /);
    expect(result["info"]).toMatchObject({
      ...{ client: false, persistentClientKey: true, offlineKeys: false, targetDestination: "" },
      destination: expect.stringMatching(/^[A-Za-z0-9~-]{520,}={0,2}$/),
      destinationB32: expect.stringMatching(/^[a-z2-7]{52}\.b32\.i2p$/),
    });
  });

  it("EditHiddenService changes what is set, and nothing by what is not", async () => {
    const before = await rawConfig("web");
    const { result } = await serviceAction("web", "get");
    expect(await status(service("edit", "web"))).toBe('success - "web" changed');
    expect(await rawConfig("web")).toEqual(before);
    expect(await status(service("edit", "web", { ...HTTP_SERVER, TargetPort: 8081, NewName: "site" }))).toBe(
      'success - "web" changed',
    );
    expect(await rawConfig("site")).toEqual({ ...before, TargetPort: "8081" });
    const renamed = await serviceAction("site", "get");
    const address = (reply: typeof renamed) => (reply.result["info"] as Fields)["destinationB32"];
    expect(address(renamed)).toBe(address({ ...renamed, result }));
  });

  it("EditClientTunnel changes what is set, and nothing by what is not", async () => {
    const before = await rawConfig("irc");
    await called("TunnelManager", client("edit", "irc", { Port: 6669, Type: "client" }));
    expect(await rawConfig("irc")).toEqual({ ...before, Port: "6669" });
  });

  it("ServiceAction stops, starts, restarts and deletes one or all", async () => {
    expect((await serviceAction("irc", "stop")).result).toEqual({ status: 'success - "irc" stopped' });
    expect((await rawConfig("irc"))["StartOnLoad"]).toBe("false");
    expect((await serviceAction("irc", "start")).result["status"]).toBe('success - "irc" started');
    expect((await serviceAction("irc", "restart")).result["status"]).toBe('success - "irc" restarted');
    for (const action of ["stop", "start", "restart"])
      expect((await serviceAction("", action, true)).result["status"]).toMatch(/^success - all tunnels /);
    expect((await serviceAction("proxy", "delete")).result["status"]).toMatch(/^success - "proxy" deleted/);
    expect((await serviceAction("proxy", "get")).code).toBe(-32602);
  });

  it("what cannot be had is an error that names it", async () => {
    const key = async (params: Fields) => keyIn(await called("TunnelManager", params));
    expect(await key(service("create", "x", { Type: "server", TargetPort: 80, PrivKeyFile: "x.dat" }))).toBe(
      "PrivKeyFile",
    );
    expect(await key(service("create", "x", { Type: "server", TargetPort: 80, MaxConcurrentConns: 5 }))).toBe(
      "MaxConcurrentConns",
    );
    expect(await key(client("create", "x", { Type: "socks", Port: 9050, ReachableBy: "0.0.0.0" }))).toBe(
      "ReachableBy",
    );
  });

  it("AddAddressBookEntry and RemoveAddressBookEntry change the book of the router", async () => {
    const info = (await serviceAction("site", "get")).result["info"] as Fields;
    const entry = { Hostname: "site.i2p", Destination: info["destination"], Type: "router" };
    expect((await called("AddressBook", entry)).result).toEqual({
      success: true,
      message: "site.i2p was added",
    });
    const { result } = await here.call("pilothouse.names", { lookup: "site.i2p" });
    expect(result["found"]).toEqual({ destination: info["destination"], address: info["destinationB32"] });
    expect((await called("AddressBook", { ...entry, Delete: "" })).result["message"]).toBe(
      "site.i2p was removed",
    );
    expect((await called("AddressBook", { ...entry, Type: "private" })).code).toBe(-32602);
  });

  it("EditAddressBookSubscription replaces the subscriptions", async () => {
    const { result } = await called("AddressBook", { SetSubscriptions: ["http://reg.i2p/hosts.txt"] });
    expect(result["message"]).toBe("The subscriptions were replaced");
  });

  it("RouterID, RouterInfo, ClockSkew and the others read their key from the result", async () => {
    const read = async (key: string) =>
      (await called("RouterInfo", { [`i2p.router.${key}`]: null })).result[`i2p.router.${key}`];
    expect(await read("id")).toMatch(/^[A-Za-z0-9~-]{43}=$/);
    expect(await read("info")).toEqual(expect.any(String));
    expect(await read("clockskew")).toEqual(expect.any(Number));
    expect(await read("net.tunnels.exploratory.inbound")).toBe(2);
    expect(await read("net.tunnels.i2ptunnel")).toContainEqual(expect.objectContaining({ name: "site" }));
    expect(await read("addressbook.router.list")).toEqual(expect.any(Array));
    expect(await read("addressbook.subscriptions")).toEqual({ path: "", entries: [expect.any(String)] });
  });

  it("EditConfigFile is refused: there is no such file", async () => {
    const SetConfig = { etags: "", proxy_host: "127.0.0.1", proxy_port: "4444", should_publish: "false" };
    const reply = await called("AddressBook", { SetConfig });
    expect([reply.code, keyIn(reply)]).toEqual([-32602, "SetConfig"]);
  });
});
