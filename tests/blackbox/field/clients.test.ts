import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, exchange, logIn, PASSWORD, send } from "../wire.js";

/** Requests in the shapes that clients in the field send them, byte for byte where it matters. */

let here: Here;
beforeAll(async () => {
  here = await startHere({ settings: { "http.jsonrpc": "true" } });
  here.clock.advance(1_200_000);
});

/** A request as written by hand, but for its length. */
const said = (head: string, body: string, url = here.https) =>
  exchange(url, `${head}\r\nContent-Length: ${Buffer.byteLength(body)}`, body);
const token = () => here.token;

describe("GetRate by the names that clients use", () => {
  it.each([
    "bw.sendBps",
    "bw.receiveBps",
    "tunnel.buildExploratorySuccess",
    "tunnel.buildExploratoryReject",
    "tunnel.buildExploratoryExpire",
    "tunnel.buildClientSuccess",
    "tunnel.buildClientReject",
    "tunnel.buildClientExpire",
    "tunnel.tunnelBuildSuccessAvg",
    "tunnel.buildRequestTime",
    "udp.sendConfirmTime",
    "router.memoryUsed",
  ])("%s is a double above 0", async (Stat) => {
    const { body, result } = await here.call("GetRate", { Stat, Period: 3_600_000 });
    expect(body).toMatch(/"result":\{"Result":\d+\.\d+\}\}$/);
    expect(result["Result"]).toBeGreaterThan(0);
  });

  it("clock.skew is a double, of either sign", async () => {
    const { body } = await here.call("GetRate", { Stat: "clock.skew", Period: 60_000 });
    expect(body).toMatch(/"result":\{"Result":-?\d+\.\d+(e-\d+)?\}\}$/);
  });

  it.each([
    ["bw.sendBps", "bw.sendRate"],
    ["bw.receiveBps", "bw.recvRate"],
  ])("%s is the same as %s", async (Stat, same) => {
    const [one, other] = [
      await here.call("GetRate", { Stat, Period: 60_000 }),
      await here.call("GetRate", { Stat: same, Period: 60_000 }),
    ];
    expect(one.result).toEqual(other.result);
  });

  it("an unknown one is refused, and all of these are named", async () => {
    const { code, message, json } = await here.call("GetRate", { Stat: "bw.nonsense", Period: 60_000 });
    expect(code).toBe(-32602);
    for (const name of ["bw.receiveBps", "clock.skew", "router.memoryUsed"]) expect(message).toContain(name);
    expect(json.error?.data).toMatchObject({ key: "Stat" });
  });
});

describe("Libraries in Go", () => {
  it("FindUpdates is a boolean, which they take it for without asking", async () => {
    const { body } = await here.call("RouterManager", { FindUpdates: "" });
    expect(body).toContain('"result":{"FindUpdates":false}');
  });

  it("a call with the id as a number of 13 digits and the older names", async () => {
    const body = `{"id":1731668366591,"jsonrpc":"2.0","method":"RouterInfo","params":{"Token":"${token()}","i2p.router.net.bw.inbound.15s":"","i2p.router.uptime":""}}`;
    const head =
      "POST /jsonrpc HTTP/1.1\r\nHost: localhost:7650\r\nUser-Agent: Go-http-client/1.1\r\nContent-Type: application/json\r\nAccept-Encoding: gzip";
    const heard = await said(head, body);
    expect(heard).toMatch(/^HTTP\/1\.1 200 /);
    expect(heard).toMatch(/"id":1731668366591,"result":\{"i2p.router.net.bw.inbound.15s":\d+\.\d+,/);
  });
});

describe("i2pdctl and docker-testnet", () => {
  const NAMES = ["I2PTunnel", "HTTPProxy", "SOCKS", "SAM", "BOB", "I2CP"];

  it("ClientServicesInfo answers what is asked, and nothing else", async () => {
    const all = Object.fromEntries(NAMES.map((name) => [name, ""]));
    expect((await here.call("ClientServicesInfo", all)).result).toEqual({
      I2PTunnel: { client: "", server: "" },
      HTTPProxy: { enabled: "false" },
      SOCKS: { enabled: "false" },
      SAM: { enabled: "false" },
      BOB: { enabled: "false" },
      I2CP: { enabled: "false" },
    });
    expect((await here.call("ClientServicesInfo", { SAM: null, Unknown: 1 })).result).toEqual({
      SAM: { enabled: "false" },
    });
    expect((await here.call("ClientServicesInfo", {})).result).toEqual({});
    expect((await here.call("ClientServicesInfo", { Token: "x", SAM: "" })).code).toBe(-32003);
  });

  it("a Token beside params counts when params have none", async () => {
    const beside = (params: string, Token: string) =>
      send(
        here.https,
        `{"id":"1","method":"RouterInfo","params":${params},"jsonrpc":"2.0","Token":${JSON.stringify(Token)}}`,
      );
    const ok = await beside('{"i2p.router.uptime":""}', token());
    expect(ok.result["i2p.router.uptime"]).toBeGreaterThan(0);
    expect((await beside('{"i2p.router.uptime":""}', "wrong")).code).toBe(-32003);
    expect((await beside('{"Token":"wrong","i2p.router.uptime":""}', token())).code).toBe(-32003);
    expect((await beside(`{"Token":"${token()}","i2p.router.uptime":""}`, "wrong")).code).toBeUndefined();
    expect(
      (await send(here.https, '{"id":"1","method":"RouterInfo","params":{},"jsonrpc":"2.0"}')).code,
    ).toBe(-32002);
  });
});

describe("conky scripts and gotoopie", () => {
  it.each(["", "x", "null"])("read the detected address with %j", async (value) => {
    const { result } = await here.call("NetworkSetting", { "i2p.router.net.ssu.detectedip": value });
    expect(result["i2p.router.net.ssu.detectedip"]).toMatch(/^[\d.]+$/);
    expect(result["SettingsSaved"]).toBe(false);
  });
});

describe("Headers in the field", () => {
  const body = () => callText("Echo", { Token: token(), Echo: "x" });

  it.each([
    [
      "a form, as shell scripts with curl -d send",
      "Content-Type: application/x-www-form-urlencoded\r\nAccept: */*",
    ],
    ["the media type of JSON-RPC", "Content-Type: application/json-rpc;\r\nAccept: application/json-rpc"],
    ["a charset", "content-type: application/json; charset=utf-8\r\nconnection: close"],
    ["no type at all", "Accept: */*"],
    [
      "an upgrade to HTTP/2, as Java's client asks for",
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA",
    ],
  ])("%s", async (_what, headers) => {
    for (const url of [here.https, here.http])
      expect(await said(`POST /jsonrpc/ HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}`, body(), url)).toMatch(
        /^HTTP\/1\.1 200 [\s\S]*"result":\{"Result":"x"\}/,
      );
  });

  it("a burst of 15 logins, as a page of toopie makes", async () => {
    const logins = Array.from({ length: 15 }, () => logIn(here.http, PASSWORD, { path: "/jsonrpc/" }));
    for (const { status, result } of await Promise.all(logins)) {
      expect(status).toBe(200);
      expect(result["Token"]).toEqual(expect.any(String));
    }
  });

  it("a login with the API as text and an empty Token", async () => {
    const params = { API: "1", Password: PASSWORD, Token: "" };
    const { result } = await send(here.https, callText("Authenticate", params)).then((reply) => reply);
    expect(result).toMatchObject({ API: 1, Token: expect.any(String) });
  });
});
