import type { Router } from "@pilothouse/drivers/port";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { Hasher } from "../../../packages/server/src/auth/passwords/hasher.js";
import { type Served, serve } from "../../blackbox/process.js";
import { callText, FACTORY, type Fields, Line, logIn, PASSWORD, rpc, tokenFor } from "../../blackbox/wire.js";
import { beside } from "../../support/beside.js";
import { Pipeline } from "../input/pipeline.js";
import { openTarget, type Target } from "../target.js";
import { MIB, memoryOf, settled } from "./memory.js";

/** Passwords are checked only when this resolves. */
const hashing = { waits: Promise.resolve() };
const { verify } = Hasher.prototype;
vi.spyOn(Hasher.prototype, "verify").mockImplementation(async (...args) => {
  await hashing.waits;
  return verify(...args);
});

/** Every queue for callers is limited, and callers past the limit get an error at once. */

const MOST_WAITING = 256;
const CROWD = 320;

/** A router that answers nothing it is asked directly, until it is let go. */
class Stuck {
  waiting = 0;
  most = 0;
  searches = 0;
  #release = () => {};
  #released = Promise.resolve();

  hang(): void {
    this.most = 0;
    this.searches = 0;
    this.#released = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  release(): void {
    this.#release();
  }

  /** The same router, but each of these waits. */
  around(router: Router): Router {
    const wait = async () => {
      this.most = Math.max(this.most, ++this.waiting);
      await this.#released;
      this.waiting--;
    };
    const { settings: free } = router;
    const settings: Router["settings"] = {
      network: () => wait().then(() => free.network()),
      writeNetwork: (writes) => wait().then(() => free.writeNetwork(writes)),
      all: () => wait().then(() => free.all()),
      writeAll: (change) => wait().then(() => free.writeAll(change)),
    };
    const stuck: Partial<Router> = {
      settings,
      lifecycle: () => wait(),
      reseed: () => wait().then(() => router.reseed()),
      rate: () => wait().then(() => 1),
      updates: {
        find: async () => {
          this.searches++;
          await wait();
          return true;
        },
        update: () => wait().then(() => ({ outcome: "installed" as const, status: "Installed" })),
      },
    };
    return new Proxy(router, {
      get: (target, name) => {
        const own = stuck[name as keyof Router] ?? target[name as keyof Router];
        return typeof own === "function" ? own.bind(target) : own;
      },
    });
  }
}

describe("The line before a router that hangs has an end for", () => {
  const stuck = new Stuck();
  let target: Target;
  beforeAll(async () => {
    target = await openTarget({ makeRouter: (simulator) => stuck.around(simulator) });
  });
  const ask = (method: string, params: Fields) =>
    rpc(target.http, method, { Token: target.token, ...params }, { path: "/jsonrpc/" });

  it.each([
    ["reading network settings", "NetworkSetting", { "svc.router.net.bw.in": null }],
    ["writing network settings", "NetworkSetting", { "svc.router.net.bw.in": "7" }],
    ["advanced settings", "AdvancedSettings", { getAll: "" }],
    ["a reseed", "RouterManager", { Reseed: "" }],
    ["a restart", "RouterManager", { Restart: "" }],
    ["a search for updates", "RouterManager", { FindUpdates: "" }],
    ["an update", "RouterManager", { Update: "" }],
    ["a statistic of its own", "GetRate", { Stat: "own.stat", Period: 60_000 }],
  ] as const)("%s", async (_what, method, params) => {
    stuck.hang();
    let refusals = 0;
    let refused = () => {};
    const enough = new Promise<void>((resolve) => {
      refused = resolve;
    });
    const one = async () => {
      const reply = await ask(method, params);
      if (reply.status === 429 && ++refusals === CROWD - MOST_WAITING) refused();
      return reply;
    };
    const crowd = beside(Promise.all(Array.from({ length: CROWD }, one)));
    // All who found no place get their error before anyone else is answered.
    await enough;
    expect(stuck.most).toBeLessThanOrEqual(MOST_WAITING);
    expect((await target.call("Echo", { Echo: "x" })).result).toEqual({ Result: "x" });
    expect((await target.call("RouterInfo", { "svc.router.uptime": "" })).code).toBeUndefined();
    stuck.release();
    const replies = await crowd;
    const turnedAway = replies.filter(({ status }) => status === 429);
    expect(turnedAway).toHaveLength(CROWD - MOST_WAITING);
    for (const { code, json, message, headers } of turnedAway) {
      expect([code, json.id, headers["retry-after"]]).toEqual([-32000, null, "1"]);
      expect(message).toContain("waiting for the router");
    }
    expect(replies.filter(({ code }) => code === undefined)).toHaveLength(MOST_WAITING);
    // However many look for an update, one search runs.
    expect(stuck.searches).toBeLessThanOrEqual(1);
    expect((await ask(method, params)).code).toBeUndefined();
  });
});

describe("The line of logins", () => {
  it("has an end, also when they come from many addresses, and RouterInfo does not stand in it", async () => {
    const target = await openTarget();
    let check = () => {};
    hashing.waits = new Promise((resolve) => {
      check = resolve;
    });
    // Besides those in the line, ten from loopback are under way.
    const tooMany = CROWD - MOST_WAITING - 10;
    let refusals = 0;
    let refused = () => {};
    const isFull = new Promise<void>((resolve) => {
      refused = resolve;
    });
    const one = async (n: number) => {
      const from = `127.0.1.${1 + (n % 200)}`;
      const reply = await logIn(target.http, PASSWORD, { path: "/jsonrpc/", from });
      if (reply.status === 429 && ++refusals === tooMany) refused();
      return reply;
    };
    const logins = beside(Promise.all(Array.from({ length: CROWD }, (_, n) => one(n))));
    await isFull;
    expect((await target.call("RouterInfo", { "svc.router.uptime": "" })).code).toBeUndefined();
    check();
    const replies = await logins;
    const turnedAway = replies.filter(({ status }) => status === 429);
    expect(turnedAway.length).toBeGreaterThanOrEqual(tooMany);
    for (const { code, message } of turnedAway)
      expect([code, message]).toEqual([-32000, expect.stringContaining("too many logins are waiting")]);
    expect(replies.filter(({ code }) => code === undefined).length).toBeGreaterThanOrEqual(MOST_WAITING);
  });
});

describe("An action whose caller is gone before the answer", () => {
  it("is still carried out, and is in the audit", async () => {
    const target = await openTarget({ costly: true });
    const Token = target.token;
    // The login makes the answer late.
    const batch = `[${callText("RouterManager", { Token, Restart: "" })},${callText("Authenticate", { API: 1, Password: PASSWORD })}]`;
    const line = await Line.open(target.http);
    line.say(`POST /jsonrpc/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${batch.length}\r\n\r\n${batch}`);
    line.socket.destroySoon();
    const phase = async () => (await target.call("pilothouse.status")).result["phase"];
    while ((await phase()) === "running");
    expect(["stopping", "starting"]).toContain(await phase());
  });
});

describe("A client that asks and does not read the answers", () => {
  let served: Served;
  let Token: string;
  beforeAll(async () => {
    const args = ["--http-jsonrpc", "true", "--metrics-enabled", "true"];
    served = await serve(scratch(), { args });
    const first = await tokenFor(served.https, FACTORY);
    await rpc(served.https, "ServiceControl", { Token: first, "svccontrol.password": PASSWORD });
    Token = await tokenFor(served.https, PASSWORD);
  });
  const neighbour = () => rpc(served.https, "Echo", { Token, Echo: "x" });
  const post = (text: string) =>
    `POST /jsonrpc/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${text.length}\r\n\r\n${text}`;

  it.each<[string, () => string, number]>([
    [
      "batches of fifty",
      () => post(`[${Array.from({ length: 50 }, () => callText("pilothouse.audit", { Token })).join(",")}]`),
      400,
    ],
    ["calls", () => post(callText("rpc.discover", { Token })), 4_000],
    [
      "scrapes",
      () => `GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${Token}\r\n\r\n`,
      4_000,
    ],
    ["files of the console", () => "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 20_000],
  ])("%s, gathers no answers in the service", async (_what, request, count) => {
    const flood = async (times: number) => {
      const pipelines = await Promise.all(Array.from({ length: 5 }, () => Pipeline.open(served.http)));
      const much = Buffer.from(request().repeat(times));
      for (const { socket } of pipelines) {
        socket.pause();
        socket.write(much);
      }
      for (let n = 0; n < 20; n++) expect((await neighbour()).code).toBeUndefined();
      return pipelines;
    };
    const close = (pipelines: readonly Pipeline[]) => {
      for (const pipeline of pipelines) pipeline.close();
    };
    // The first of them bring code and buffers that stay. Answers that gather would be ten times as many.
    close(await flood(count / 10));
    const before = memoryOf(served.child.pid);
    const pipelines = await flood(count);
    const after = await settled(served.child.pid, before + 64 * MIB, neighbour);
    close(pipelines);
    expect(after - before).toBeLessThan(64 * MIB);
  });
});
