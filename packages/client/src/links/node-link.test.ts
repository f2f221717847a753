import { createHash, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { connect } from "../client.js";
import { answerWith, type Handler, type Identity, selfSigned, serve } from "../testing/local-server.js";
import { peekCertificate } from "./certificate.js";
import { type HttpLinkOptions, httpLink } from "./node-link.js";

const opened: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

function clientOf(url: string, options?: HttpLinkOptions, timeout = 60_000) {
  // On a busy machine the next call may come late.
  const client = connect(httpLink(url, { idle: 60_000, ...options }), { timeout });
  opened.push(client);
  return client;
}

/** A server of bare sockets, for what no HTTP server would do. */
async function bareServer(onSocket: (socket: net.Socket) => void): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    opened.push({ close: () => socket.destroy() });
    onSocket(socket);
  });
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const hello = answerWith({ Result: "hello" });

describe("the link over HTTP", () => {
  it("keeps its connection for the next call", async () => {
    const ports = new Set<number | undefined>();
    await using server = await serve((text, response, request) => {
      ports.add(request.socket.remotePort);
      hello(text, response, request);
    });
    const client = clientOf(server.url);
    for (let call = 0; call < 3; call++) expect(await client.echo("hello")).toBe("hello");
    expect(ports.size).toBe(1);
  });

  it("has no more requests under way than it may", async () => {
    let now = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    await using server = await serve((text, response, request) => {
      most = Math.max(most, ++now);
      waiting.push(() => {
        now--;
        hello(text, response, request);
      });
    });
    const client = clientOf(server.url, { concurrency: 3 });
    const calls = Promise.all(Array.from({ length: 12 }, () => client.echo("hello")));
    for (let answered = 0; answered < 12; answered += 3) {
      await expect.poll(() => waiting).toHaveLength(3);
      for (const answer of waiting.splice(0)) answer();
    }
    await calls;
    expect(most).toBe(3);
  });

  it("sends the given headers, a length and JSON", async () => {
    let headers: NodeJS.Dict<string | string[]> = {};
    await using server = await serve((text, response, request) => {
      headers = request.headers;
      hello(text, response, request);
    });
    await clientOf(server.url, { headers: { "Accept-Language": "de" } }).echo("ü");
    expect(headers).toMatchObject({ "accept-language": "de", "content-type": "application/json" });
    expect(headers["transfer-encoding"]).toBeUndefined();
  });

  it("gives up a server that hangs", async () => {
    await using server = await serve(() => {});
    await expect(clientOf(server.url, {}, 50).echo("x")).rejects.toMatchObject({ kind: "timeout" });
  });

  it("calls a dead port a network failure", async () => {
    const address = await bareServer(() => {});
    for (const one of opened.splice(0)) one.close();
    await expect(clientOf(`http://${address}/`).echo("x")).rejects.toMatchObject({
      kind: "network",
      code: "ECONNREFUSED",
    });
  });

  it("tries a reset connection once more, when the call may be made twice", async () => {
    let calls = 0;
    const resetting =
      (times: number): Handler =>
      (text, response, request) => {
        if (calls++ < times) request.socket.resetAndDestroy();
        else hello(text, response, request);
      };
    await using server = await serve(resetting(1));
    expect(await clientOf(server.url).echo("hello")).toBe("hello");
    expect(calls).toBe(2);
    calls = 0;
    await using worse = await serve(resetting(Number.POSITIVE_INFINITY));
    await expect(clientOf(worse.url).echo("hello")).rejects.toMatchObject({
      kind: "network",
      code: "ECONNRESET",
    });
    expect(calls).toBe(2);
    calls = 0;
    await expect(clientOf(worse.url).manager.restart()).rejects.toMatchObject({ kind: "network" });
    expect(calls).toBe(1);
  });

  it("calls half a reply a network failure", async () => {
    await using server = await serve((_text, response) => {
      response.writeHead(200, { "Content-Length": 1_000 }).write('{"jsonrpc":"2.0",');
      setTimeout(() => response.destroy(), 10);
    });
    await expect(clientOf(server.url).manager.reseed()).rejects.toMatchObject({ kind: "network" });
  });

  it("does not follow a redirect, and says where it points", async () => {
    let calls = 0;
    await using server = await serve((_text, response) => {
      calls++;
      response.writeHead(301, { Location: "/jsonrpc/" }).end();
    });
    const error = await clientOf(server.url)
      .echo("x")
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ kind: "protocol", status: 301 });
    expect(error.message).toContain("/jsonrpc/");
    expect(calls).toBe(1);
  });

  it("reads the error of a refusal before JSON-RPC, and when to come again", async () => {
    await using server = await serve((_text, response) => {
      response
        .writeHead(429, { "Retry-After": "30" })
        .end('{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Request refused"}}');
    });
    await expect(clientOf(server.url).echo("x")).rejects.toMatchObject({
      kind: "rpc",
      name: "refused",
      status: 429,
      retryAfter: 30,
    });
  });

  it("does not read a reply without end", async () => {
    await using server = await serve((_text, response) => {
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    const error = await clientOf(server.url, { largestReply: 100_000 })
      .echo("x")
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ kind: "protocol" });
    expect(error.message).toContain("100000");
  });

  it("calls something that is not HTTP a protocol failure", async () => {
    const address = await bareServer((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
    await expect(clientOf(`http://${address}/`).echo("x")).rejects.toMatchObject({ kind: "protocol" });
  });

  it.each(["ftp://localhost/", "localhost:7650", "nonsense"])("refuses the address %s", (url) => {
    expect(() => httpLink(url)).toThrow(expect.objectContaining({ kind: "params" }));
  });
});

describe("the link over TLS", () => {
  let ours: Identity;
  let other: Identity;
  const fingerprintOf = ({ cert }: Identity) =>
    createHash("sha256").update(new X509Certificate(cert).raw).digest("hex");

  beforeAll(async () => {
    [ours, other] = await Promise.all([selfSigned(), selfSigned("elsewhere")]);
  });

  it("does not accept a certificate without a known issuer, and sends that server nothing", async () => {
    let requests = 0;
    await using server = await serve(() => requests++, ours);
    await expect(clientOf(server.url).echo("x")).rejects.toMatchObject({
      kind: "tls",
      code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
    expect(requests).toBe(0);
  });

  it("accepts it by a given authority, for the names in it", async () => {
    await using server = await serve(hello, ours);
    expect(await clientOf(server.url, { ca: ours.cert }).echo("hello")).toBe("hello");
    expect(await clientOf(server.url, { ca: [other.cert, ours.cert] }).echo("hello")).toBe("hello");
    await expect(clientOf(server.url, { ca: other.cert }).echo("x")).rejects.toMatchObject({ kind: "tls" });
  });

  it("accepts the one certificate with the known fingerprint, in any notation", async () => {
    await using server = await serve(hello, ours);
    const { fingerprint } = await peekCertificate(server.url);
    for (const form of [fingerprint, fingerprintOf(ours), `SHA256:${fingerprint.toLowerCase()}`])
      expect(await clientOf(server.url, { fingerprint: form }).echo("hello")).toBe("hello");
  });

  it("sends nothing to a server that presents another certificate than the known one", async () => {
    let requests = 0;
    let bytes = 0;
    await using server = await serve(() => requests++, other);
    // What travels is encrypted, so a relay counts how much there is after the handshake.
    const address = await bareServer((socket) => {
      const onward = net.connect(server.port, "127.0.0.1");
      onward.on("error", () => {});
      socket.on("data", (data) => {
        bytes += data.length;
        onward.write(data);
      });
      onward.pipe(socket);
      socket.on("close", () => onward.destroy());
    });
    const words = "x".repeat(20_000);
    await expect(
      clientOf(`https://${address}/`, { fingerprint: fingerprintOf(ours) }).echo(words),
    ).rejects.toMatchObject({
      kind: "tls",
      code: "FINGERPRINT_MISMATCH",
      data: { fingerprint: expect.stringMatching(/^[0-9A-F:]{95}$/) },
    });
    expect(requests).toBe(0);
    expect(bytes).toBeLessThan(words.length);
  });

  it("keeps checked connections, and has no more of them than it may", async () => {
    const ports = new Set<number | undefined>();
    await using server = await serve((text, response, request) => {
      ports.add(request.socket.remotePort);
      setTimeout(() => hello(text, response, request), 5);
    }, ours);
    const client = clientOf(server.url, { fingerprint: fingerprintOf(ours), concurrency: 2 });
    await Promise.all(Array.from({ length: 8 }, () => client.echo("hello")));
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  it("waits on a kept connection for an answer that takes longer than an unused one is kept", async () => {
    const ports: (number | undefined)[] = [];
    await using server = await serve((text, response, request) => {
      ports.push(request.socket.remotePort);
      setTimeout(() => hello(text, response, request), ports.length === 1 ? 0 : 500);
    }, ours);
    const client = clientOf(server.url, { fingerprint: fingerprintOf(ours), idle: 100 }, 30_000);
    await client.echo("hello");
    expect(await client.echo("hello")).toBe("hello");
    expect(ports[1]).toBe(ports[0]);
  });

  it("refuses a fingerprint that is none, at once", () => {
    expect(() => httpLink("https://127.0.0.1/", { fingerprint: "AB:CD" })).toThrow(
      expect.objectContaining({ kind: "params" }),
    );
  });

  it("refuses an address without TLS when a certificate to trust is given", () => {
    for (const trust of [{ fingerprint: fingerprintOf(ours) }, { ca: ours.cert }])
      expect(() => httpLink("http://127.0.0.1/", trust)).toThrow(expect.objectContaining({ kind: "params" }));
  });

  it("tells a server without TLS apart from a dead one", async () => {
    await using server = await serve(hello);
    const plain = server.url.replace("http:", "https:");
    await expect(clientOf(plain).echo("x")).rejects.toMatchObject({ kind: "tls" });
    const address = await bareServer((socket) => socket.destroy());
    await expect(clientOf(`https://${address}/`).echo("x")).rejects.toMatchObject({ kind: "network" });
  });

  it("gives up a server that never ends the handshake", async () => {
    const address = await bareServer(() => {});
    await expect(clientOf(`https://${address}/`, {}, 50).echo("x")).rejects.toMatchObject({
      kind: "timeout",
    });
    await expect(peekCertificate(`https://${address}/`, { timeout: 50 })).rejects.toMatchObject({
      kind: "timeout",
    });
  });

  it("reports an unknown certificate without sending a request", async () => {
    let requests = 0;
    await using server = await serve(() => requests++, ours);
    const certificate = await peekCertificate(server.url);
    expect(certificate.fingerprint.replaceAll(":", "").toLowerCase()).toBe(fingerprintOf(ours));
    expect(certificate).toMatchObject({
      subject: "CN=localhost",
      untrusted: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
    expect(certificate.names).toContain("DNS:localhost");
    expect(certificate.validTo.getTime()).toBeGreaterThan(certificate.validFrom.getTime());
    expect(requests).toBe(0);
    await expect(peekCertificate("http://127.0.0.1/")).rejects.toMatchObject({ kind: "params" });
  });

  it("uses a Unix socket if one is given", async () => {
    const folder = mkdtempSync(join(tmpdir(), "client-"));
    const socketPath = join(folder, "control.sock");
    const server = https.createServer(ours, async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      hello(text, response, request);
    });
    opened.push(server, { close: () => rmSync(folder, { recursive: true }) });
    await new Promise<void>((resolve) => server.listen(socketPath, resolve));
    const options = { fingerprint: fingerprintOf(ours), socketPath };
    expect(await clientOf("https://router.invalid/", options).echo("hello")).toBe("hello");
  });
});
