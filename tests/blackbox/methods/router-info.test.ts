import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";

const LONG = /^\d+$/;
const DOUBLE = /^\d+\.\d+(e[+-]?\d+)?$/;
const TEXT = /^".+"$/;
const BOOLEAN = /^(true|false)$/;

/** Every information key, and the form in which its value is printed. */
const KEYS = [
  ["router.status", TEXT],
  ["router.uptime", LONG],
  ["router.version", TEXT],
  ["router.net.status", LONG],
  ["router.net.bw.inbound.1s", DOUBLE],
  ["router.net.bw.inbound.15s", DOUBLE],
  ["router.net.bw.outbound.1s", DOUBLE],
  ["router.net.bw.outbound.15s", DOUBLE],
  ["router.net.tunnels.participating", LONG],
  ["router.netdb.knownpeers", LONG],
  ["router.netdb.activepeers", LONG],
  ["router.netdb.fastpeers", LONG],
  ["router.netdb.highcapacitypeers", LONG],
  ["router.netdb.isreseeding", BOOLEAN],
  ["router.net.tunnels.successrate", DOUBLE],
  ["router.net.total.received.bytes", DOUBLE],
  ["router.net.total.sent.bytes", DOUBLE],
] as const;

/** The value as it was printed, cut out of the body. */
const printed = (body: string, key: string): string | undefined =>
  new RegExp(`"${key.replaceAll(".", "\\.")}":("(?:[^"\\\\]|\\\\.)*"|[^,}]+)`).exec(body)?.[1];

let here: Here;
beforeAll(async () => {
  here = await startHere();
  here.clock.advance(300_000);
});

describe("RouterInfo", () => {
  it.each(KEYS.flatMap(([key, form]) => [[`svc.${key}`, form] as const, [`i2p.${key}`, form] as const]))(
    "answers %s alone, under that name, in the form %s",
    async (key, form) => {
      const { status, body, result } = await here.call("RouterInfo", { [key]: "" });
      expect(status).toBe(200);
      expect(Object.keys(result)).toEqual([key]);
      expect(printed(body, key)).toMatch(form);
    },
  );

  it("answers all keys of one request, each as it was asked, in the order of the request", async () => {
    const asked = KEYS.map(([key], index) => `${index % 2 === 0 ? "svc" : "i2p"}.${key}`).reverse();
    const { result } = await here.call("RouterInfo", Object.fromEntries(asked.map((key) => [key, null])));
    expect(Object.keys(result)).toEqual(asked);
  });

  it("answers both spellings of one key when both are asked", async () => {
    const { result } = await here.call("RouterInfo", { "i2p.router.uptime": "", "svc.router.uptime": "" });
    expect(Object.keys(result)).toEqual(["i2p.router.uptime", "svc.router.uptime"]);
    expect(result["i2p.router.uptime"]).toBe(result["svc.router.uptime"]);
  });

  it.each([[""], [null], ["null"], [0], [false], [true], [1.5], [[]], [{}], [{ deep: [1] }]])(
    "takes %j as asking",
    async (value) => {
      const { result } = await here.call("RouterInfo", { "svc.router.uptime": value });
      expect(result["svc.router.uptime"]).toBeGreaterThanOrEqual(300_000);
    },
  );

  it.each([
    "svc.router.net.nonsense",
    "router.uptime",
    "SVC.router.uptime",
    "svc.router.Uptime",
    "svc.router.uptime ",
    "svc.svc.router.uptime",
    "i2p.router.net.tunnels.inbound",
    "Uptime",
    "constructor",
    "toString",
  ])("leaves the unknown key %s out", async (key) => {
    const { result } = await here.call("RouterInfo", { [key]: "", "svc.router.uptime": "" });
    expect(Object.keys(result)).toEqual(["svc.router.uptime"]);
  });

  it("answers an empty object when nothing known is asked", async () => {
    expect((await here.call("RouterInfo")).body).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
    expect((await here.call("RouterInfo", { "svc.router": "" })).result).toEqual({});
  });

  it("prints compact JSON", async () => {
    const { body } = await here.call("RouterInfo", {
      "svc.router.uptime": "",
      "svc.router.netdb.isreseeding": "",
    });
    expect(body).toMatch(
      /^\{"jsonrpc":"2\.0","id":1,"result":\{"svc\.router\.uptime":\d+,"svc\.router\.netdb\.isreseeding":false\}\}$/,
    );
  });

  it("shows a router that lives: time passes, peers are known, bytes flow", async () => {
    const keys = ["svc.router.uptime", "svc.router.netdb.knownpeers", "svc.router.net.total.received.bytes"];
    const params = Object.fromEntries(keys.map((key) => [key, ""]));
    const before = (await here.call("RouterInfo", params)).result;
    here.clock.advance(60_000);
    const after = (await here.call("RouterInfo", params)).result;
    expect(after["svc.router.uptime"]).toBe(Number(before["svc.router.uptime"]) + 60_000);
    expect(after["svc.router.netdb.knownpeers"]).toBeGreaterThan(0);
    expect(after["svc.router.net.total.received.bytes"]).toBeGreaterThan(
      Number(before["svc.router.net.total.received.bytes"]),
    );
  });

  it("says that a simulated router is a simulation", async () => {
    expect(await here.info("svc.router.status")).toMatch(/^Simulation: ./);
  });
});

describe("RouterInfo of a stopped router", () => {
  let stopped: Here;
  beforeAll(async () => {
    stopped = await startHere();
    stopped.clock.advance(60_000);
    await stopped.call("RouterManager", { Shutdown: true });
    stopped.clock.advance(5_000);
  });

  it.each(KEYS.filter(([, form]) => form === DOUBLE))("prints %s as 0.0", async (key) => {
    const { body } = await stopped.call("RouterInfo", { [`svc.${key}`]: "" });
    expect(printed(body, `svc.${key}`)).toBe("0.0");
  });

  it.each([
    ["router.uptime", "0"],
    ["router.net.status", "13"],
    ["router.net.tunnels.participating", "0"],
    ["router.netdb.knownpeers", "0"],
    ["router.netdb.activepeers", "0"],
    ["router.netdb.fastpeers", "0"],
    ["router.netdb.highcapacitypeers", "0"],
    ["router.netdb.isreseeding", "false"],
    ["router.status", '"Simulation: Stopped"'],
  ])("prints %s as %s", async (key, value) => {
    const { body } = await stopped.call("RouterInfo", { [`i2p.${key}`]: "" });
    expect(printed(body, `i2p.${key}`)).toBe(value);
  });

  it("still has the version", async () => {
    expect(await stopped.info("svc.router.version")).toMatch(/^\d+\.\d+/);
  });
});

/** What I2P proposal 170 adds, as far as a simulated router tells it, and the form of each value. */
const HASH = /^[A-Za-z0-9~-]{43}=$/;
const PROPOSED: readonly (readonly [string, unknown])[] = [
  ["router.news", expect.any(String)],
  ["router.id", expect.stringMatching(HASH)],
  ["router.clockskew", expect.any(Number)],
  ["router.info", expect.stringMatching(/^[A-Za-z0-9~-]+=*$/)],
  ["router.net.total.transit.bytes", expect.any(Number)],
  ["router.net.tunnels.shareratio", expect.any(Number)],
  ["router.net.tunnels.participating.info", expect.arrayContaining([{ id: expect.any(Number) }])],
  ["router.net.tunnels.i2ptunnel", []],
  ["router.net.tunnels.exploratory.inbound", 2],
  ["router.net.tunnels.exploratory.outbound", 2],
  ["router.net.tunnels.exploratory.info.list", expect.any(Array)],
  ["router.net.tunnels.client.inbound", 3],
  ["router.net.tunnels.client.outbound", 3],
  ["router.net.tunnels.client.info.list", expect.any(Array)],
  ["router.net.status.v6", 0],
  ["router.net.error", 0],
  ["router.net.error.v6", 0],
  ["router.net.testing", 0],
  ["router.net.testing.v6", 0],
  ["router.netdb.peers", expect.arrayContaining([expect.stringMatching(HASH)])],
  ["router.netdb.peers.list", expect.arrayContaining([expect.stringMatching(HASH)])],
  ["router.netdb.activepeers.list", expect.arrayContaining([expect.stringMatching(HASH)])],
  ["router.netdb.activepeers.stats", expect.any(Array)],
  ["router.netdb.ntcp.limit", expect.any(Number)],
  ["router.netdb.ssu.limit", expect.any(Number)],
  ["router.netdb.bannedpeers", {}],
  [
    "router.addressbook.router.list",
    expect.arrayContaining([
      { hostname: "stats.i2p", destination: expect.stringMatching(/^[a-z2-7]{52}\.b32\.i2p$/) },
    ]),
  ],
  ["router.addressbook.subscriptions", { path: "", entries: ["http://reg.i2p/hosts.txt"] }],
];

describe("RouterInfo of proposal 170", () => {
  it("answers what the router tells, in both spellings", async () => {
    for (const spelling of ["svc", "i2p"]) {
      const named = PROPOSED.map(([key, value]) => [`${spelling}.${key}`, value] as const);
      const { result } = await here.call("RouterInfo", Object.fromEntries(named));
      expect(result).toEqual(Object.fromEntries(named));
    }
  });

  it("leaves out what it does not tell, and clears no log", async () => {
    const keys = ["logs.clear", "netdb.peers.info", "addressbook.private.list", "addressbook.config"];
    const asked = Object.fromEntries(keys.map((key) => [`i2p.router.${key}`, ""]));
    expect((await here.call("RouterInfo", asked)).result).toEqual({});
  });
});

describe("svc.router.net.status", () => {
  const SETTLED = 300_000;
  let moving: Here;
  beforeEach(async () => {
    moving = await startHere();
  });
  const code = () => moving.info("svc.router.net.status");

  it("is 1 (TESTING) while a router that has just started tests its reachability", async () => {
    moving.clock.advance(6_000);
    expect(await code()).toBe(1);
  });

  it("is 0 (OK) once it is reachable", async () => {
    moving.clock.advance(SETTLED);
    expect(await code()).toBe(0);
  });

  it("is 2 (FIREWALLED) when nothing opens the way", async () => {
    await moving.call("NetworkSetting", { "svc.router.net.upnp": "false" });
    moving.clock.advance(SETTLED);
    expect(await code()).toBe(2);
  });

  it("is 10 (ERROR_PRIVATE_TCP_ADDRESS) when the host is a private address, after the restart it needs", async () => {
    await moving.call("NetworkSetting", { "svc.router.net.ntcp.hostname": "10.0.0.1" });
    moving.clock.advance(SETTLED);
    expect(await code()).toBe(0);
    await moving.call("RouterManager", { Restart: true });
    moving.clock.advance(SETTLED);
    expect(await code()).toBe(10);
  });

  it("is 13 (ERROR_NO_ACTIVE_PEERS_CHECK_CONNECTION_AND_FIREWALL) when the router does not run", async () => {
    await moving.call("RouterManager", { Shutdown: true });
    moving.clock.advance(5_000);
    expect(await code()).toBe(13);
  });
});
