import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Served, serve } from "../../blackbox/process.js";
import { FACTORY, Line, PASSWORD, rpc, send, tokenFor } from "../../blackbox/wire.js";
import { report } from "../figures.js";
import { LONG, SLICE, times } from "../long.js";
import { heapOf, MIB, memoryOf, settled } from "../overload/memory.js";
import { SlowCrowd } from "../overload/slow-crowd.js";
import { longBodies, type Tokens } from "./hostile-bodies.js";
import { Sender } from "./hostile-sender.js";
import { CODES, faultOf } from "./judgement.js";

/** Generated requests that no honest client would send. The seed is fixed: a failure can be repeated. */

const REQUESTS = times(20_000, 1_000_000);
const SEED = 20_260_601 + 100 * SLICE;
const SENDERS = 8;
/** Half of the senders wait for each answer; the others send this many requests in a row. */
const AT_ONCE = 10;
/**
 * What the service may hold more than before, once all is over. In its heap it cannot hold more than
 * the limit that it is started with: of a million requests none may leave even 100 bytes behind.
 */
const MAY_GROW = 100 * MIB;
const HEAP_MIB = 96;

let served: Served;
let tokens: Tokens;
beforeAll(async () => {
  const args = ["--http-jsonrpc", "true"];
  served = await serve(scratch(), { args, env: heapOf(HEAP_MIB) });
  const spent = await tokenFor(served.https, FACTORY);
  await rpc(served.https, "ServiceControl", { Token: spent, "svccontrol.password": PASSWORD });
  tokens = { spent, good: await tokenFor(served.https, PASSWORD) };
});
/** After each test the process is the same, and its log has no internal error. */
afterEach(() => {
  expect(served.child.exitCode ?? served.child.signalCode).toBeNull();
  expect(served.logLines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
const jsonrpc = () => `${served.http}jsonrpc/`;

/** Someone else, who wants nothing but an answer. */
const neighbour = async () => {
  const { result } = await rpc(served.https, "Echo", { Token: tokens.good, Echo: "hello" });
  return result["Result"];
};

/** Asks without pause, and keeps the longest time that an answer took. */
async function askOn(over: () => boolean): Promise<{ readonly answers: number; readonly longest: number }> {
  let longest = 0;
  let answers = 0;
  for (; !over(); answers++) {
    const began = Date.now();
    expect(await neighbour()).toBe("hello");
    longest = Math.max(longest, Date.now() - began);
    await sleep(20);
  }
  return { answers, longest };
}

/** Of all senders together `count` requests, fewer when it is over before. */
async function storm(seed: number, count: number, over = () => false): Promise<Sender[]> {
  const senders = Array.from({ length: SENDERS }, (_, n) => {
    // In TLS one at a time: Node 20 hangs up on a pipeline there as soon as 16 KiB of answers wait to be read.
    const url = n % 4 === 2 ? served.https : served.http;
    return new Sender(tokens, { calls: url, shapes: served.http }, n % 2 === 0 ? 1 : AT_ONCE, seed + n);
  });
  await Promise.all(senders.map((sender) => sender.send(count / SENDERS, over)));
  return senders;
}

describe("Any input", () => {
  it(
    "is answered by valid envelopes or documented refusals, while others are answered too",
    async () => {
      const { pid } = served.child;
      // The first requests bring code and buffers that stay.
      const first = await storm(1, 1_000);
      const before = memoryOf(pid);
      const crowd = new SlowCrowd(served.http, served.https, 10);
      const began = Date.now();
      let over = false;
      const ended = () => over;
      const end = () => {
        over = true;
        crowd.end();
      };
      // Either ends the other when it fails.
      const [rest, { answers, longest }] = await Promise.all([
        storm(SEED, REQUESTS, ended).finally(end),
        askOn(ended).finally(end),
      ]);
      const senders = [...first, ...rest];
      const seconds = (Date.now() - began) / 1_000;

      expect(senders.flatMap(({ faults }) => faults)).toEqual([]);
      const sent = senders.reduce((sum, sender) => sum + sender.sent, 0);
      const answered = (code: number) => senders.reduce((sum, { codes }) => sum + (codes.get(code) ?? 0), 0);
      expect(sent).toBeGreaterThanOrEqual(REQUESTS);
      // They come near what is meant: some are good by chance, and all ways to be wrong are among them.
      expect(CODES.filter((code) => answered(code) === 0)).toEqual([]);
      const succeeded = answered(0);
      expect(succeeded).toBeGreaterThan(sent / 10);
      expect(crowd.heard.filter((reply) => !/^(HTTP\/1\.1 408 |$)/.test(reply))).toEqual([]);
      if (LONG) expect(crowd.heard.length).toBeGreaterThan(0);
      expect(answers).toBeGreaterThan(10);
      expect(longest).toBeLessThan(30_000);
      const after = await settled(pid, before + MAY_GROW, neighbour);
      expect(after - before).toBeLessThan(MAY_GROW);
      report("hostile requests", {
        ...{ requests: sent, "of which succeeded": succeeded, seconds: Math.round(seconds) },
        ...{ "answers to other clients": answers, "longest wait, ms": longest },
        ...{ "slow connections turned away": crowd.heard.length },
        ...{ "MiB before": Math.round(before / MIB), "MiB after": Math.round(after / MIB) },
      });
    },
    Math.max(LONG ? 3_600_000 : 180_000, 10 * REQUESTS),
  );

  it("as a whole MiB of brackets, digits, quotes, keys or broken characters is no exception", async () => {
    const before = memoryOf(served.child.pid);
    for (const body of longBodies(tokens.good, MIB)) {
      const bytes = Buffer.from(body);
      const [said, { status, body: text }] = await Promise.all([neighbour(), send(jsonrpc(), bytes)]);
      expect(said).toBe("hello");
      expect(faultOf({ status, headers: "", body: text }, { bytes })).toBeUndefined();
    }
    const after = await settled(served.child.pid, before + MAY_GROW, neighbour);
    expect(after - before).toBeLessThan(MAY_GROW);
  });
});

describe("Any input as HTTP", () => {
  const post = (headers: string, text = "") =>
    `POST /jsonrpc/ HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n${text}`;
  const SET = `{"jsonrpc":"2.0","id":"smuggled","method":"Echo","params":{}}`;
  const hidden = post(`Content-Length: ${SET.length}`, SET);

  // Two servers that disagree on where a request ends let one be hidden in another.
  it.each([
    ["both lengths", `Content-Length: 5\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${hidden}`],
    [
      "both lengths, the other way",
      `Transfer-Encoding: chunked\r\nContent-Length: ${hidden.length}`,
      `0\r\n\r\n${hidden}`,
    ],
    ["two lengths", "Content-Length: 0\r\nContent-Length: 5", hidden],
    ["a list of lengths", "Content-Length: 0, 5", hidden],
    ["a length with a sign", "Content-Length: +0", hidden],
    ["a chunked that is not the last", "Transfer-Encoding: chunked, identity", `0\r\n\r\n${hidden}`],
    ["a chunked with a tail", "Transfer-Encoding: chunkedx", `0\r\n\r\n${hidden}`],
    ["a space before the colon", "Content-Length : 0", hidden],
    ["a bare line feed", "Content-Length: 0\nX: y", hidden],
    ["a chunk size that is none", "Transfer-Encoding: chunked", `0x0\r\n\r\n${hidden}`],
    ["a negative chunk", "Transfer-Encoding: chunked", `-1\r\n\r\n${hidden}`],
    [
      "an endless chunk size",
      "Transfer-Encoding: chunked",
      `${"0".repeat(20)}ffffffffffffffffffff\r\n${hidden}`,
    ],
  ])("%s hides no second request", async (_what, headers, text) => {
    const line = await Line.open(served.http);
    line.say(post(headers, text));
    const heard = await line.hearOut();
    expect(heard).toMatch(/^HTTP\/1.1 400 /);
    expect(heard).not.toContain("smuggled");
  });

  const pipelined = async (length: number) => {
    const line = await Line.open(served.http);
    const ids = Array.from({ length }, (_, n) => n);
    const calls = ids.map((id) => `{"jsonrpc":"2.0","id":${id},"method":"Echo","params":{}}`);
    line.say(calls.map((text) => post(`Content-Length: ${text.length}`, text)).join(""));
    line.socket.end();
    const heard = await line.hearOut();
    return { ids, heard, answeredIds: [...heard.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id)) };
  };

  it("a pipeline is answered in its order, each for itself", async () => {
    const { ids, answeredIds } = await pipelined(16);
    expect(answeredIds).toEqual(ids);
  });

  it("a pipeline that is too long ends in a refusal, after the answers before it", async () => {
    const { ids, answeredIds, heard } = await pipelined(2_000);
    expect(answeredIds).toEqual(ids.slice(0, 16));
    expect(heard).toMatch(/HTTP\/1\.1 503 [\s\S]*Connection: close[\s\S]*over 16 requests wait[^\r\n]*$/);
  });

  it("a body shorter than it says changes nothing, and costs others nothing", async () => {
    const set = `{"jsonrpc":"2.0","id":1,"method":"AdvancedSettings","params":{"Token":"${tokens.good}","set":{"short":"x"}}}`;
    const { port } = new URL(served.http);
    const sockets = Array.from({ length: 100 }, () => connect(Number(port), "127.0.0.1"));
    for (const socket of sockets)
      socket.on("error", () => {}).write(post(`Content-Length: ${set.length + 1}`, set));
    for (let n = 0; n < 20; n++) expect(await neighbour()).toBe("hello");
    for (const socket of sockets) socket.destroy();
    const { result } = await rpc(served.https, "AdvancedSettings", { Token: tokens.good, get: "short" });
    expect(result["get"]).toEqual({ short: null });
  });
});
