import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as tlsConnect } from "node:tls";
import type { Router } from "@pilothouse/drivers/port";
import type { Simulator } from "@pilothouse/drivers/simulator";
import { beforeAll, describe, expect, it } from "vitest";
import { callText, logIn, rpc, send } from "../../blackbox/wire.js";
import { Pipeline } from "../input/pipeline.js";
import { LONG } from "../long.js";
import { openTarget, type Target } from "../target.js";

/** A connection takes one of the places there are: how long can a stranger keep it for nothing? */

const at = (url: string) => ({ host: "127.0.0.1", port: Number(new URL(url).port) });

/** Milliseconds until the other side hangs up. */
function kept(url: string, { secure, say, deaf }: { secure?: boolean; say?: string; deaf?: boolean }) {
  const began = Date.now();
  const socket = secure ? tlsConnect({ ...at(url), rejectUnauthorized: false }) : connect(at(url));
  let heard = "";
  if (!deaf) socket.on("data", (chunk) => (heard += chunk));
  socket.on("error", () => {});
  if (say !== undefined) socket.write(say);
  // A client that does not read does not learn of the end either, unless it keeps sending.
  const poke = deaf ? setInterval(() => socket.write(" "), 500) : undefined;
  return new Promise<{ ms: number; heard: string }>((resolve) =>
    socket.on("close", () => {
      clearInterval(poke);
      resolve({ ms: Date.now() - began, heard });
    }),
  );
}

const request = (path: string, length: number, method = "POST") =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`;

// Each waits for a limit of ten seconds or more.
describe.concurrent("A place is not kept by a client that", () => {
  /** Without the limits it would take a minute or more. */
  const soon = 40_000;
  let target: Target;
  beforeAll(async () => {
    target = await openTarget();
  });

  it("connects and says nothing, in the clear or before the handshake", async () => {
    const [clear, half, silent] = await Promise.all([
      kept(target.http, {}),
      kept(target.https, {}),
      kept(target.https, { secure: true }),
    ]);
    for (const { ms } of [clear, half, silent]) expect(ms).toBeLessThan(soon);
    expect(clear.heard).toMatch(/^HTTP\/1.1 408 /);
  });

  it("sends a TLS record that never ends", async () => {
    expect((await kept(target.https, { say: "\x16\x03\x01\x02\x00\x01" })).ms).toBeLessThan(soon);
  });

  it("begins headers and does not end them", async () => {
    const { ms, heard } = await kept(target.http, { say: "POST /jsonrpc/ HTTP/1.1\r\nHost: local" });
    expect(heard).toMatch(/^HTTP\/1.1 408 /);
    expect(ms).toBeLessThan(soon);
  });

  it("asks for much and reads nothing of it", async () => {
    const gets = (path: string) => request(path, 0, "GET").repeat(15);
    const [clear, secure] = await Promise.all([
      kept(target.http, { say: gets("/large.js"), deaf: true }),
      kept(target.https, { say: gets("/console/large.js"), secure: true, deaf: true }),
    ]);
    for (const { ms } of [clear, secure]) expect(ms).toBeLessThan(soon);
  });

  it.runIf(LONG)("begins a body and does not end it", async () => {
    const { ms, heard } = await kept(target.http, { say: `${request("/jsonrpc/", 100)}{` });
    expect(heard).toMatch(/^HTTP\/1.1 408 /);
    expect(ms).toBeLessThan(45_000);
  });
});

describe.concurrent("A place is kept by a client that", () => {
  it("waits for an answer that takes long, behind one that was there at once", async () => {
    const target = await openTarget({ makeRouter: slowToReseed });
    const Token = target.token;
    const calls = [callText("Echo", { Token, Echo: "x" }), callText("RouterManager", { Token, Reseed: "" })];
    const pipelines = await Promise.all([Pipeline.open(target.http), Pipeline.open(target.https)]);
    const heard = await Promise.all(
      pipelines.map((pipeline) => pipeline.exchange(calls.map((text) => Buffer.from(text)))),
    );
    for (const answers of heard)
      expect(answers.map(({ body }) => body.includes('"result"'))).toEqual([true, true]);
    for (const pipeline of pipelines) pipeline.close();
  });
});

/** Longer than an answer may lie unread. */
const slowToReseed = (simulator: Simulator): Router => reseedsBy(simulator, () => sleep(13_000));

const reseedsBy = (simulator: Simulator, reseed: () => Promise<void>): Router =>
  new Proxy(simulator, {
    get: (router, name) => {
      if (name === "reseed") return reseed;
      const own: unknown = Reflect.get(router, name, router);
      return typeof own === "function" ? own.bind(router) : own;
    },
  });

describe.concurrent("All places taken", () => {
  const LIMIT = 100;
  const taken = () => openTarget({ settings: { "limits.connections": String(LIMIT) } });

  /** Takes every place, and as many again. */
  const crowd = async (url: string, { secure = false, say = "", deaf = false }) => {
    const sockets = Array.from({ length: 2 * LIMIT }, () => {
      const socket = secure ? tlsConnect({ ...at(url), rejectUnauthorized: false }) : connect(at(url));
      if (say !== "") socket.write(say);
      if (!deaf) socket.resume();
      return socket.on("error", () => {});
    });
    await Promise.all(
      sockets.map((socket) =>
        Promise.race(
          ["connect", "secureConnect", "close"].map((event) => once(socket, event).catch(() => {})),
        ),
      ),
    );
    return sockets;
  };

  const served = async (target: Target) => {
    for (const { url, path, method, headers } of target.doors) {
      const body = method === "POST" ? callText("Echo", { Token: target.token, Echo: "x" }) : "";
      const { status } = await send(url, body, { path, method, headers, close: true });
      expect([path, status]).toEqual([path, 200]);
    }
  };

  const call = `${request("/jsonrpc/", 2)}{}`;
  const SLOW = [
    ["say nothing", {}],
    ["begin headers", { say: "POST /jsonrpc/ HTTP/1.1\r\nHost: local" }],
    ["begin a body", { say: `${request("/jsonrpc/", 100)}{` }],
    ["begin a body for the console's page", { say: `${request("/console/rpc", 100)}{` }],
    ["have asked before", { say: call }],
    ["have asked Node's server before", { say: call.replace("Host", "X-Any: x\r\nHost") }],
    ["do not read their answers", { say: request("/large.js", 0, "GET").repeat(10), deaf: true }],
    ["do not read metrics", { say: request("/metrics", 0, "GET"), deaf: true }],
  ] as const;
  it.each(SLOW)("by one address whose connections %s: others are served", async (_what, manner) => {
    const target = await taken();
    const sockets = await crowd(target.http, manner);
    await served(target);
    for (const socket of sockets) socket.destroy();
  });

  it.each([
    ["begin a handshake", { say: "\x16\x03\x01\x02\x00\x01" }],
    ["say nothing after it", { secure: true }],
    ["have asked before", { secure: true, say: `${request("/", 2)}{}` }],
  ] as const)("by one address whose TLS connections %s: others are served", async (_what, manner) => {
    const target = await taken();
    const sockets = await crowd(target.https, manner);
    await served(target);
    for (const socket of sockets) socket.destroy();
  });

  it("by calls that are being answered: they keep them, more get a 503, many more are dropped", async ({
    expect,
  }) => {
    const waiting: (() => void)[] = [];
    const target = await openTarget({
      settings: { "limits.connections": String(LIMIT) },
      makeRouter: (simulator) => reseedsBy(simulator, () => new Promise((done) => waiting.push(done))),
    });
    const slow = callText("RouterManager", { Token: target.token, Reseed: "" });
    const sending = { path: "/jsonrpc/", close: true };
    const answers = Array.from({ length: LIMIT }, () => send(target.http, slow, sending));
    const ask = () => rpc(target.http, "Echo", {}, sending);
    await expect.poll(() => waiting.length, { timeout: 30_000 }).toBe(LIMIT);
    const refused = await ask();
    expect(refused.status).toBe(503);
    expect(refused.message).toContain("too many connections");
    // The other endpoint has places of its own.
    expect((await target.call("Echo", { Echo: "x" })).result).toEqual({ Result: "x" });

    const beyond = Array.from({ length: 200 }, () => connect(at(target.http)));
    for (const socket of beyond) socket.on("error", () => {}).resume();
    // 64 more may ask, and get a 503.
    await expect
      .poll(() => beyond.filter(({ destroyed }) => destroyed).length, { timeout: 30_000 })
      .toBeGreaterThanOrEqual(200 - 64);
    await expect(logIn(target.http, "x", sending)).rejects.toThrow();

    for (const done of waiting) done();
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    for (const socket of beyond) socket.destroy();
    await expect
      .poll(async () => (await ask().catch(() => undefined))?.code, { timeout: 30_000 })
      .toBe(-32002);
  });
});

describe("A stop", () => {
  it("does not wait for a handshake that never ends", async () => {
    const target = await openTarget();
    const socket = connect(at(target.https));
    await new Promise((resolve) => socket.once("connect", resolve));
    // A later one was answered, so this one has been accepted.
    await target.call("Echo", { Echo: "x" });
    const began = Date.now();
    await target.stop();
    // The handshake has ten seconds.
    expect(Date.now() - began).toBeLessThan(8_000);
    socket.destroy();
  });
});
