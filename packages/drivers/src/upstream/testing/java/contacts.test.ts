import { once } from "node:events";
import http from "node:http";
import { TestClock } from "@pilothouse/system/testing/test-clock";
import { describe, expect, it } from "vitest";
import { JavaDouble, type JavaDoubleOptions } from "./double.js";

/** What was seen of a real Java I2P 2.13.0, beyond the recorded exchanges: behind the service, and by the conformance kit. */
async function opened(options: Partial<JavaDoubleOptions> = {}) {
  const clock = new TestClock();
  const double = new JavaDouble({ clock, ...options });
  await double.open();
  const post = (method: string, params: object, accept: string) =>
    fetch(double.url, {
      method: "POST",
      headers: { Accept: accept, Connection: "close" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
  const send = async (method: string, params: object, accept = "application/json") => {
    const login = (await (await post("Authenticate", { API: 1, Password: "itoopie" }, "*/*")).json()) as {
      result: { Token: string };
    };
    const reply = await post(method, { Token: login.result.Token, ...params }, accept);
    return { status: reply.status, type: reply.headers.get("content-type"), text: await reply.text() };
  };
  /** The status of a request with this origin. */
  const from = async (Origin: string, method = "POST") => {
    const request = { method, agent: false, headers: { Origin, "Content-Length": 0 } };
    const [response] = await once(http.request(double.url, request).end(), "response");
    response.resume();
    return response.statusCode as number;
  };
  const result = async (method: string, params: object) => JSON.parse((await send(method, params)).text);
  return { double, clock, send, result, from, [Symbol.asyncDispose]: () => double.close() };
}

const key = (name: string) => `i2p.router.net.${name}`;

describe("the double of Java I2P, at second contact", () => {
  it("answers errors as JSON to a caller that accepts it, and as a page to others", async () => {
    await using java = await opened();
    const bad = { set: { name: "a#b" } };
    const json = await java.send("AdvancedSettings", bad);
    expect([json.status, json.type]).toEqual([500, "application/json"]);
    expect(JSON.parse(json.text)).toMatchObject({ url: "/jsonrpc/", status: "500" });
    expect((await java.send("AdvancedSettings", bad, "text/html")).type).toContain("text/html");
  });

  it("saves other settings while it is poisoned, leaves the bad one out, and answers 500", async () => {
    await using java = await opened();
    await java.send("AdvancedSettings", { set: { name: "a#b" } });
    expect((await java.send("NetworkSetting", { [key("bw.in")]: "512" })).status).toBe(500);
    expect(java.double.onDisk.get("i2np.bandwidth.inboundKBytesPerSecond")).toBe("512");
    expect(java.double.onDisk.has("name")).toBe(false);
    expect((await java.result("RouterManager", { FindUpdates: true })).result).toEqual({});
  });

  it("says that it saved what its disk refused, and AdvancedSettings says otherwise", async () => {
    await using java = await opened();
    java.double.configuration.diskRefuses = true;
    expect((await java.result("NetworkSetting", { [key("bw.in")]: "512" })).result.SettingsSaved).toBe(true);
    expect(java.double.onDisk.has("i2np.bandwidth.inboundKBytesPerSecond")).toBe(false);
    expect((await java.result("AdvancedSettings", { set: { a: "1" } })).error.message).toBe(
      "Failed to save new config",
    );
  });

  it("gives the port of UDP for NTCP while autoport is on, and skips a write of the stored value", async () => {
    await using java = await opened();
    const port = async () => (await java.result("NetworkSetting", { [key("ntcp.port")]: null })).result;
    await java.send("AdvancedSettings", { set: { "i2np.ntcp.port": "4321", "i2np.ntcp.autoport": "true" } });
    await java.send("NetworkSetting", { [key("ntcp.port")]: "4321" });
    expect((await port())[key("ntcp.port")]).toBe("20544");
    await java.send("AdvancedSettings", { set: { "i2np.ntcp.autoport": "false" } });
    expect((await port())[key("ntcp.port")]).toBe("4321");
  });

  it("loses outer blanks at the next start, and overflows a large bandwidth", async () => {
    await using java = await opened();
    await java.send("AdvancedSettings", { set: { padded: "  x  " } });
    await java.double.run();
    expect((await java.result("AdvancedSettings", { get: "padded" })).result.get.padded).toBe("x");
    await java.send("NetworkSetting", { [key("bw.in")]: "2147483647" });
    expect(java.double.onDisk.get("i2np.bandwidth.inboundBurstKBytes")).toBe("-20");
  });

  it("has no detected address, with any published one", async () => {
    await using java = await opened();
    await java.send("AdvancedSettings", { set: { "i2np.lastIP": "192.0.2.7" } });
    expect((await java.send("NetworkSetting", { [key("ssu.detectedip")]: null })).status).toBe(500);
  });

  const answers = async ({ double, clock }: { double: JavaDouble; clock: TestClock }) => {
    for (let second = 0; second < 30; second++) {
      clock.ms += 1_000;
      await double.settle();
    }
    return double.listens;
  };

  it("is given up by its wrapper after five short lives, and not after a long one", async () => {
    await using java = await opened();
    const came: boolean[] = [];
    for (let life = 0; life < 4; life++) {
      await java.send("RouterManager", { Restart: null });
      came.push(await answers(java));
    }
    java.clock.ms += 300_000;
    for (let life = 0; life < 6; life++) {
      await java.send("RouterManager", { Restart: null });
      came.push(await answers(java));
    }
    expect(came).toEqual([...Array(9).fill(true), false]);
  });

  it("ends for good at a restart without a wrapper", async () => {
    await using java = await opened({ shortLives: 0 });
    await java.send("RouterManager", { Restart: null });
    expect(await answers(java)).toBe(false);
  });
});

describe("the double of Java I2P, held against a run of the conformance kit", () => {
  it.each([
    ["first", { [key("bw.out")]: "-1", [key("bw.in")]: "77" }],
    ["last", { [key("bw.in")]: "77", [key("bw.out")]: "-1" }],
  ])("keeps bw.in, which it handles first, when a bad bw.out comes %s", async (_place, writes) => {
    await using java = await opened();
    expect((await java.result("NetworkSetting", writes)).error.code).toBe(-32602);
    const read = await java.result("NetworkSetting", { [key("bw.in")]: null, [key("bw.out")]: null });
    expect(read.result).toMatchObject({ [key("bw.in")]: "77", [key("bw.out")]: null });
  });

  it.each(["set", "setAll"])("refuses an array as %s, and changes nothing", async (verb) => {
    await using java = await opened();
    const before = java.double.onDisk;
    const { error } = await java.result("AdvancedSettings", { [verb]: ["name"] });
    expect(error).toEqual({ code: -32602, message: `Value of "${verb}" is not a Map` });
    expect(java.double.onDisk).toEqual(before);
  });

  it("answers an empty name of a method with an empty body", async () => {
    await using java = await opened();
    expect(await java.send("", {})).toMatchObject({ status: 200, text: "" });
  });

  it("takes a comma that nothing follows", async () => {
    await using java = await opened();
    const body = '{"jsonrpc":"2.0","id":1,"method":"NoSuchMethod","params":{},}';
    const reply = await fetch(java.double.url, { method: "POST", headers: { Connection: "close" }, body });
    expect(await reply.json()).toMatchObject({ error: { code: -32601 } });
  });

  it("lets pages without an origin call, and its own, and no others", async () => {
    await using java = await opened();
    const { origin } = new URL(java.double.url);
    expect(await java.from("null")).toBe(200);
    expect(await java.from(origin.toUpperCase())).toBe(200);
    expect(await java.from("http://example.org")).toBe(403);
    expect(await java.from(origin.replace("http:", "https:"))).toBe(403);
    // Only what could change something is refused.
    expect(await java.from("http://example.org", "GET")).toBe(200);
  });

  it("saves numbers as it reads them, checks a bandwidth always, and other settings when they change", async () => {
    await using java = await opened();
    const write = (name: string, value: string) => java.result("NetworkSetting", { [key(name)]: value });
    await write("ssu.port", "+4321");
    await write("bw.in", "+512");
    const saved = ["i2np.udp.port", "i2np.udp.internalPort", "i2np.bandwidth.inboundKBytesPerSecond"];
    expect(saved.map((name) => java.double.onDisk.get(name))).toEqual(["4321", "4321", "512"]);
    expect((await write("ssu.port", " 4321 ")).result.RestartNeeded).toBe(false);
    expect((await write("bw.in", " 512 ")).error.code).toBe(-32602);
    await write("ntcp.autoip", "true");
    expect((await write("ntcp.autoip", " TRUE ")).result.RestartNeeded).toBe(false);
  });
});
