import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ask } from "./ask.js";
import { type Client, connect } from "./client.js";
import { httpLink } from "./links/node-link.js";
import { type Identity, type LocalServer, selfSigned, serve } from "./testing/local-server.js";
import { type Recording, Replay } from "./testing/replay.js";

/** A real server that answers as the recorded one did, and a client of it. */
async function replayed(recording: Recording, identity?: Identity) {
  const replay = new Replay(recording);
  const server = await serve((text, response) => {
    const { status, type, body } = replay.answer(text);
    response.writeHead(status, { "Content-Type": type, ...(identity && { Connection: "close" }) }).end(body);
  }, identity);
  const link = httpLink(server.url, identity && { ca: identity.cert });
  return { replay, server, client: connect(link, { password: replay.password }) };
}

describe.each(["i2pd-2.45.1", "i2pd-2.59.0"] as const)("%s, as recorded", (recording) => {
  let replay: Replay;
  let server: LocalServer;
  let client: Client;

  let identity: Identity;
  beforeAll(async () => {
    identity = await selfSigned();
  });
  beforeEach(async () => {
    ({ replay, server, client } = await replayed(recording, identity));
  });
  afterEach(async () => {
    client.close();
    await server[Symbol.asyncDispose]();
  });

  it("is found to speak the older names, and reports what it knows", async () => {
    const info = await client.routerInfo([
      "status",
      "uptime",
      "version",
      "net.status",
      "net.bw.inbound.1s",
      "net.bw.inbound.15s",
      "net.bw.outbound.1s",
      "net.bw.outbound.15s",
      "net.tunnels.participating",
      "netdb.knownpeers",
      "netdb.activepeers",
      "netdb.fastpeers",
      "netdb.highcapacitypeers",
      "netdb.isreseeding",
    ]);
    expect(info.version).toBe(recording.slice("i2pd-".length));
    expect(info.uptime).toBeGreaterThan(30_000);
    expect(info["net.bw.inbound.15s"]).toBe(recording === "i2pd-2.45.1" ? 0 : 2_507);
    expect(info).not.toHaveProperty(["netdb.fastpeers"]);
    // Never more than its buffer can hold.
    expect(Math.max(...replay.requests.map((text) => text.length))).toBeLessThan(1_000);
  });

  it("refuses a wrong password by an empty result", async () => {
    const wrong = connect(client.link, { password: "nope" });
    await expect(wrong.echo("hello")).rejects.toMatchObject({ kind: "login", name: "wrongPassword" });
  });

  it("returns settings as numbers, after a stray comma where it skips a key", async () => {
    expect(await client.networkSetting.read(["ntcp.port", "bw.in"])).toEqual({ "bw.in": "0" });
    const set = recording === "i2pd-2.45.1" ? "256" : "2048";
    expect(await client.networkSetting.read(["bw.in"])).toEqual({ "bw.in": set });
  });

  it("takes one setting and passes over another, which shows", async () => {
    expect(await client.networkSetting.write({ "bw.in": "512" })).toEqual({
      values: { "bw.in": "512" },
      saved: true,
      restartNeeded: false,
    });
    expect(await client.networkSetting.write({ "ntcp.port": "12345" })).toMatchObject({ saved: false });
  });

  it("reseeds, and does not restart, which shows", async () => {
    expect(await client.manager.reseed()).toBeNull();
    await expect(client.manager.restart()).rejects.toMatchObject({ kind: "ignored" });
  });

  it("has no rates", async () => {
    await expect(client.rate("bw.sendRate", 60_000)).rejects.toMatchObject({ name: "methodNotFound" });
  });

  it("has no batches, so the calls are made one by one", async () => {
    expect(await client.batch([ask.echo("hello"), ask.rate("bw.sendRate", 60_000)])).toMatchObject([
      { ok: true, value: "hello" },
      { ok: false, error: { name: "methodNotFound" } },
    ]);
  });

  it("does not escape quotes, and the text is shown", async () => {
    const { body } = replay.named("006-auth-api-string");
    const error = await client
      .call("Authenticate", { API: "abc", Password: replay.password })
      .catch((e) => e);
    expect(error).toMatchObject({ kind: "protocol" });
    expect(error.message).toContain(body.slice(0, 90));
  });

  it("changes its password and says so by a null", async () => {
    expect(await client.changePassword("newpass")).toBe(true);
  });
});

describe("Java I2P 2.13.0, as recorded", () => {
  const WORDS = "h\u00e9llo 中 🙂 a/b";
  let replay: Replay;
  let server: LocalServer;
  let client: Client;

  beforeEach(async () => {
    ({ replay, server, client } = await replayed("java-i2p-2.13.0"));
  });
  afterEach(async () => {
    client.close();
    await server[Symbol.asyncDispose]();
  });

  it("reports everything of the interface", async () => {
    const info = await client.routerInfo([
      "status",
      "uptime",
      "version",
      "net.status",
      "net.bw.inbound.1s",
      "net.bw.inbound.15s",
      "net.bw.outbound.1s",
      "net.bw.outbound.15s",
      "net.tunnels.participating",
      "netdb.knownpeers",
      "netdb.activepeers",
      "netdb.fastpeers",
      "netdb.highcapacitypeers",
      "netdb.isreseeding",
    ]);
    expect(Object.keys(info)).toHaveLength(14);
    expect(info).toMatchObject({ version: "2.13.0-3", uptime: 24_066, "netdb.isreseeding": false });
  });

  it("refuses a wrong password by its code", async () => {
    const wrong = connect(client.link, { password: "wrong" });
    await expect(wrong.echo("x")).rejects.toMatchObject({ kind: "login", code: -32001 });
  });

  it("escapes slashes and keeps other scripts", async () => {
    expect(await client.echo(WORDS)).toBe(WORDS);
  });

  it("saves settings without repeating them", async () => {
    expect(await client.networkSetting.read(["bw.in"])).toEqual({ "bw.in": null });
    expect(await client.networkSetting.write({ "ntcp.port": "23456" })).toEqual({
      values: {},
      saved: true,
      restartNeeded: true,
    });
  });

  it("answers one key with a page of Java, which is shortened and has its status", async () => {
    const error = await client.networkSetting.read(["ssu.detectedip"]).catch((thrown) => thrown);
    expect(error).toMatchObject({ kind: "protocol", status: 500 });
    expect(error.message).toContain("NullPointerException");
    expect(error.message).not.toContain("<");
  });

  it("holds advanced settings, one with a line break in it", async () => {
    expect(await client.advanced.get("i2np.udp.port")).toBe("23457");
    expect(await client.advanced.get("no.such.key")).toBeNull();
    expect(await client.advanced.get("lab.key8")).toBe("a\nb=c");
    await client.advanced.set({ "lab.key1": "v1", "lab.key2": "v2" });
  });

  it("has rates and updates", async () => {
    expect(await client.rate("bw.sendRate", 60_000)).toBe(0);
    expect(await client.manager.findUpdates()).toBe(false);
    expect(await client.manager.update()).toBe("Update not started");
    expect(await client.manager.restart({ graceful: true })).toBeNull();
  });

  it("has no batches: it answers nothing, and the calls are made one by one", async () => {
    // The first call finds out which names the server knows.
    await client.routerInfo(["uptime"]);
    const before = replay.requests.length;
    expect(await client.batch([ask.routerInfo(["uptime"]), ask.act("Reseed")])).toEqual([
      { ok: true, value: { uptime: 23_333 } },
      { ok: true, value: null },
    ]);
    expect(replay.requests.length - before).toBe(3);
  });

  it("changes its password under the older name", async () => {
    expect(await client.changePassword("newpass1")).toBe(true);
    expect(client.token).toBeUndefined();
  });
});
