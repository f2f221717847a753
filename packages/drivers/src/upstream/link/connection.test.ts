import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { TestClock } from "@pilothouse/system/testing/test-clock";
import { generate } from "selfsigned";
import { describe, expect, it } from "vitest";
import { javaRouter } from "../testing/fixtures.js";
import { Connection, isInTheClear } from "./connection.js";

const soon = () => AbortSignal.timeout(120_000);
const logins = ({ double }: Awaited<ReturnType<typeof javaRouter>>) =>
  double.calls.filter(({ method }) => method === "Authenticate").length;

describe("the connection to Java I2P", () => {
  it("has at most 8 requests under way, because Java I2P resets more", async () => {
    await using java = await javaRouter({ options: { timeout: 120_000 } });
    const { double, router } = java;
    await router.start();
    let release = () => {};
    double.faults.holds = new Promise((resolve) => {
      release = resolve;
    });
    const rates = Promise.all(Array.from({ length: 200 }, () => router.rate("bw.sendRate", 60_000, soon())));
    await expect.poll(() => double.busiest).toBe(8);
    release();
    expect(new Set(await rates)).toEqual(new Set([0]));
    expect([double.busiest, double.resets]).toEqual([8, 0]);
  });

  it("tries a read again whose connection was reset, and nothing else", async () => {
    await using java = await javaRouter();
    const { double, router, read } = java;
    await router.start();
    double.faults.resets = 1;
    expect((await read()).phase).toEqual({ name: "running" });
    double.faults.resets = 1;
    await expect(router.lifecycle("Shutdown")).rejects.toMatchObject({ reason: "unreachable" });
    expect(double.calls.some(({ method }) => method === "RouterManager")).toBe(false);
    expect((await read()).phase).toEqual({ name: "running" });
  });

  it("gives up a server that hangs, and comes back by itself", async () => {
    await using java = await javaRouter({ options: { timeout: 1_000 } });
    const { double, router, read } = java;
    await router.start();
    double.faults.hangs = true;
    await expect(read()).rejects.toMatchObject({ reason: "timeout" });
    await expect(router.settings.network()).rejects.toMatchObject({ reason: "timeout" });
    double.faults.hangs = false;
    expect((await read()).phase).toEqual({ name: "running" });
  });

  it("starts without a server, and connects when it comes", async () => {
    await using java = await javaRouter();
    const { double, router, read, logged } = java;
    await double.close();
    await router.start();
    expect(logged).toEqual([expect.stringContaining("does not answer yet")]);
    await expect(read()).rejects.toMatchObject({ reason: "unreachable" });
    await double.open();
    expect((await read()).phase).toEqual({ name: "running" });
  });

  it("waits for a server that is slow or hangs only as long as its patience lasts, and does not give it up", async () => {
    // Without an end to its patience it would wait longer than this test may take.
    await using java = await javaRouter({ options: { timeout: 3_600_000, patience: 50 } });
    java.double.faults.hangs = true;
    await java.router.start();
    expect(java.logged).toEqual([]);
  });

  it("says once what it takes the server for, and nothing of a first answer that takes a little longer", async () => {
    await using java = await javaRouter({ options: { patience: 1 } });
    // Held back, and not left out: a call that came before the server recovered would be answered by nobody.
    let release = () => {};
    java.double.faults.holds = new Promise((resolve) => {
      release = resolve;
    });
    await java.router.start();
    release();
    await Promise.all([java.read(), java.read()]);
    expect(java.logged).toEqual([expect.stringContaining("is taken for Java I2P")]);
  });

  it("does not start with an address that is none", async () => {
    await using java = await javaRouter({ options: { url: "localhost:7657" } });
    await expect(java.router.start()).rejects.toMatchObject({ kind: "params" });
  });

  it.each([
    ["http://192.0.2.1:7657/jsonrpc/", true],
    ["http://localhost.example.org/", true],
    ["http://127.0.0.1:7657/jsonrpc/", false],
    ["http://[::1]:7657/jsonrpc/", false],
    ["http://localhost:7657/jsonrpc/", false],
    ["https://192.0.2.1:7650/", false],
  ])("knows whether passwords cross a network in the clear on the way to %s: %s", (url, clear) => {
    expect(isInTheClear(url)).toBe(clear);
  });

  it("logs in again when its token is lost, once for all who wait", async () => {
    await using java = await javaRouter();
    const { double, router, read } = java;
    await router.start();
    expect(logins(java)).toBe(1);
    await double.run();
    await Promise.all([read(), router.settings.all(), router.settings.network()]);
    expect(logins(java)).toBe(2);
  });

  it("asks for the password when it needs it", async () => {
    await using java = await javaRouter({ options: { password: async () => "secret" } });
    await java.router.start();
    expect((await java.read()).phase).toEqual({ name: "running" });
  });

  it("does not try a refused login over and over", async () => {
    await using java = await javaRouter({ options: { password: "wrong" } });
    const { router, read, pass } = java;
    await router.start();
    for (let second = 0; second < 20; second++) {
      await expect(read()).rejects.toMatchObject({ reason: "login" });
      await pass(1);
    }
    expect(logins(java)).toBe(1);
    await pass(15);
    await expect(read()).rejects.toMatchObject({ reason: "login" });
    expect(logins(java)).toBe(2);
  });
});

describe("a server that names a wait", () => {
  it.each([
    ["60", 60],
    ["999999999", 15 * 60],
  ])("of %s s is asked again after %i s, and not sooner", async (header, seconds) => {
    let asked = 0;
    await using server = createServer((request, response) => {
      asked++;
      request.resume();
      response.writeHead(429, { "Retry-After": header }).end("{}");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const clock = new TestClock();
    const connection = new Connection({
      ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, timeout: 60_000, clock },
      ...{ password: "secret", spelling: "i2p" },
    });
    const refused = () =>
      expect(connection.use((client) => client.echo("x"))).rejects.toMatchObject({ retryAfter: seconds });
    await refused();
    clock.advance(seconds * 1_000 - 1);
    await refused();
    expect(asked).toBe(1);
    clock.advance(1);
    await refused();
    expect(asked).toBe(2);
    connection.close();
  });
});

describe("a console with a password", () => {
  const console = { user: "admin", password: 'of "the" console' };

  it("is logged in to by Digest, also by many at once", async () => {
    await using java = await javaRouter({ double: { console }, options: { console } });
    const { double, router, read } = java;
    await router.start();
    double.faults.delay = 2;
    await Promise.all([
      ...Array.from({ length: 40 }, () => router.rate("bw.sendRate", 60_000, soon())),
      read(),
    ]);
    await router.lifecycle("RestartGraceful");
    expect(double.busiest).toBeLessThanOrEqual(8);
  });

  it("gets a new login when it wants a new challenge", async () => {
    await using java = await javaRouter({ double: { console, nonceUses: 3 }, options: { console } });
    await java.router.start();
    for (let time = 0; time < 10; time++) expect((await java.read()).phase.name).toBe("running");
    await java.router.reseed();
    expect(java.double.calls.filter(({ params }) => "Reseed" in params)).toHaveLength(1);
  });

  it("is logged in to over TLS, when it has the known certificate and not another", async () => {
    const certificate = async () => {
      const { private: key, cert } = await generate([{ name: "commonName", value: "router" }], {
        keyType: "ec",
      });
      return { key, cert, fingerprint: new X509Certificate(cert).fingerprint256 };
    };
    const [tls, other] = await Promise.all([certificate(), certificate()]);
    const { fingerprint } = tls;
    await using java = await javaRouter({ double: { console, tls }, options: { console, fingerprint } });
    await java.router.start();
    expect((await java.read()).phase.name).toBe("running");
    const before = java.double.calls.length;
    await using wrong = await javaRouter({
      options: { console, url: java.double.url, fingerprint: other.fingerprint },
    });
    await wrong.router.start();
    await expect(wrong.read()).rejects.toMatchObject({
      reason: "certificate",
      cause: { code: "FINGERPRINT_MISMATCH" },
    });
    expect(java.double.calls).toHaveLength(before);
  });

  it.each([
    ["wrong", { user: "admin", password: "wrong" }, "does not take this user"],
    ["missing", undefined, "wants a user and a password"],
  ])("says so when the login is %s", async (_how, login, words) => {
    await using java = await javaRouter({ double: { console }, options: login ? { console: login } : {} });
    await java.router.start();
    const error = await java.read().catch((thrown) => thrown);
    expect(error).toMatchObject({ reason: "login", cause: { status: 401 } });
    expect(error.message).toContain(words);
    expect(logins(java)).toBe(0);
  });
});
