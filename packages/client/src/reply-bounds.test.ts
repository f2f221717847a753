import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect } from "./client.js";
import { httpLink as fetchLink } from "./links/fetch-link.js";
import { LONGEST_WAIT } from "./links/link.js";
import { httpLink } from "./links/node-link.js";
import { grownBy, gzipBomb, HostileServer, MIB, sendForever, trickle } from "./testing/hostile-server.js";

/** A server that was taken over: it answers every call with `result`. */
async function answering(result: string) {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => response.end(`{"jsonrpc":"2.0","id":${JSON.parse(text).id},"result":${result}}`));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const client = connect(httpLink(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), {
    dialect: "svc",
    token: "x",
  });
  onTestFinished(() => client.close());
  return client;
}

describe("What a server may answer", () => {
  it("is 256 KiB of facts about a router, and no more", async () => {
    const version = (length: number) => `{"svc.router.version":"${"v".repeat(length)}"}`;
    const some = await answering(version(250_000));
    expect((await some.routerInfo(["version"])).version).toBe("v".repeat(64));
    const many = await answering(version(300_000));
    await expect(many.routerInfo(["version"])).rejects.toMatchObject({
      kind: "protocol",
      message: expect.stringContaining("larger than 262144 bytes"),
    });
    // Settings may be more.
    await expect(many.advanced.getAll()).rejects.toThrow("without getAll");
  });

  it("is 1.5 MiB of settings, and no more", async () => {
    const settings = (length: number) => JSON.stringify({ getAll: { name: "x".repeat(length) } });
    expect((await (await answering(settings(1_500_000))).advanced.getAll()).size).toBe(1);
    await expect((await answering(settings(1_600_000))).advanced.getAll()).rejects.toMatchObject({
      kind: "protocol",
      message: expect.stringContaining("larger than 1572864 bytes"),
    });
  });

  it("is nested 64 levels and no deeper", async () => {
    const client = await answering(`{"Result":"x","deep":${"[".repeat(10_000)}${"]".repeat(10_000)}}`);
    await expect(client.echo("x")).rejects.toMatchObject({
      kind: "protocol",
      message: expect.stringContaining("deeper than 64 levels"),
    });
  });
});

describe.each([
  ["Node's own", httpLink],
  ["fetch's", fetchLink],
])("A reply over %s HTTP", (name, open) => {
  const sending = { signal: new AbortController().signal, repeatable: false };

  it("is read up to its limit, although the server sends without end", async () => {
    await using server = await HostileServer.open((response) =>
      sendForever(response, Buffer.alloc(MIB, " ")),
    );
    const link = open(server.url);
    await expect(link.send("{}", { ...sending, largest: 1_000 })).rejects.toMatchObject({
      kind: "protocol",
      message: "the reply is larger than 1000 bytes",
    });
    await expect(link.send("{}", sending)).rejects.toThrow("larger than 4194304 bytes");
    await expect.poll(() => server.ended).toBe(2);
    link.close?.();
  });

  it("is unpacked up to its limit, or not at all", async () => {
    const bomb = gzipBomb();
    await using server = await HostileServer.open((response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    const link = open(server.url);
    const grown = await grownBy(async () => {
      const reply = link.send("{}", sending);
      if (name === "fetch's") await expect(reply).rejects.toThrow("larger than");
      else expect((await reply).text.length).toBeLessThanOrEqual(bomb.length);
    });
    expect(grown).toBeLessThan(200);
    link.close?.();
  });

  it("has one time limit, also when it trickles", async () => {
    await using server = await HostileServer.open(trickle);
    const client = connect(open(server.url), { dialect: "svc", token: "x", timeout: 200 });
    await expect(client.echo("x")).rejects.toMatchObject({ kind: "timeout" });
    await expect.poll(() => server.ended).toBe(1);
    client.close();
  });

  it.each([
    ["7", 7],
    ["999999999", LONGEST_WAIT],
    ["9".repeat(1_000), LONGEST_WAIT],
    ["-1", undefined],
    ["1e3", undefined],
    ["soon", undefined],
    ["Wed, 21 Oct 2099 07:28:00 GMT", undefined],
  ])("names a wait of %s, which is at most 15 minutes", async (header, seconds) => {
    await using server = await HostileServer.open((response) =>
      response.writeHead(429, { "retry-after": header }).end("{}"),
    );
    const link = open(server.url);
    expect((await link.send("{}", sending)).retryAfter).toBe(seconds);
    link.close?.();
  });
});
