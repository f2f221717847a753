import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as tlsConnect } from "node:tls";
import type { Router } from "@pilothouse/drivers/port";
import type { Simulator } from "@pilothouse/drivers/simulator";
import { describe, expect, it } from "vitest";
import { callText, logIn, rpc } from "../../blackbox/wire.js";
import { Pipeline } from "../input/pipeline.js";
import { LONG } from "../long.js";
import { openTarget } from "../target.js";

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

  it("connects and says nothing, in the clear or before the handshake", async () => {
    const target = await openTarget();
    const [clear, half, silent] = await Promise.all([
      kept(target.http, {}),
      kept(target.https, {}),
      kept(target.https, { secure: true }),
    ]);
    for (const { ms } of [clear, half, silent]) expect(ms).toBeLessThan(soon);
    expect(clear.heard).toMatch(/^HTTP\/1.1 408 /);
  });

  it("sends a TLS record that never ends", async () => {
    const target = await openTarget();
    expect((await kept(target.https, { say: "\x16\x03\x01\x02\x00\x01" })).ms).toBeLessThan(soon);
  });

  it("begins headers and does not end them", async () => {
    const target = await openTarget();
    const { ms, heard } = await kept(target.http, { say: "POST /jsonrpc/ HTTP/1.1\r\nHost: local" });
    expect(heard).toMatch(/^HTTP\/1.1 408 /);
    expect(ms).toBeLessThan(soon);
  });

  it("asks for much and reads nothing of it", async () => {
    const target = await openTarget();
    const gets = (path: string) => request(path, 0, "GET").repeat(15);
    const [clear, secure] = await Promise.all([
      kept(target.http, { say: gets("/large.js"), deaf: true }),
      kept(target.https, { say: gets("/console/large.js"), secure: true, deaf: true }),
    ]);
    for (const { ms } of [clear, secure]) expect(ms).toBeLessThan(soon);
  });

  it.runIf(LONG)("begins a body and does not end it", async () => {
    const target = await openTarget();
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
const slowToReseed = (simulator: Simulator): Router =>
  new Proxy(simulator, {
    get: (router, name) => {
      if (name === "reseed") return () => sleep(13_000);
      const own: unknown = Reflect.get(router, name, router);
      return typeof own === "function" ? own.bind(router) : own;
    },
  });

describe.concurrent("All places taken", () => {
  const LIMIT = 100;

  it("by idle connections: more get a 503, many more are dropped, and all is well afterwards", async () => {
    const target = await openTarget({ settings: { "limits.connections": String(LIMIT) } });
    const open = async (count: number) => {
      const sockets = Array.from({ length: count }, () => connect(at(target.http)));
      for (const socket of sockets) socket.on("error", () => {});
      await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
      return sockets;
    };
    const ask = () => rpc(target.http, "Echo", {}, { path: "/jsonrpc/", close: true });
    const taken = await open(LIMIT);
    let refused = await ask();
    while (refused.status !== 503) refused = await ask();
    expect(refused.message).toContain("too many connections");
    // The other endpoint has places of its own.
    expect((await target.call("Echo", { Echo: "x" })).result).toEqual({ Result: "x" });

    const beyond = await open(200);
    // 64 over the limit still get a 503.
    const dropped = () => beyond.filter(({ destroyed }) => destroyed).length;
    while (dropped() < 200 - 64) await sleep(20);
    await expect(logIn(target.http, "x", { path: "/jsonrpc/", close: true })).rejects.toThrow();

    for (const socket of [...taken, ...beyond]) socket.destroy();
    for (;;) {
      const { code } = await ask().catch(() => ({ code: 0 }));
      if (code === -32002) break;
    }
  });

  it("by half-open TLS connections: places are free again when their time is over", async () => {
    const target = await openTarget({ settings: { "limits.connections": "10" } });
    const sockets = Array.from({ length: 100 }, () => connect(at(target.https)));
    for (const socket of sockets) socket.on("error", () => {});
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
    await Promise.all(closed);
    expect((await target.call("Echo", { Echo: "x" })).result).toEqual({ Result: "x" });
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
