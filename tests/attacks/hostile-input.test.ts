import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { METHOD_NAMES, methodRow } from "@pilothouse/protocol";
import { beforeAll, describe, expect, it } from "vitest";
import { type Served, serve } from "../blackbox/process.js";
import { temporaryDirectory } from "../blackbox/scratch.js";
import { FACTORY, Line, PASSWORD, type Reply, rpc, send, tokenFor } from "../blackbox/wire.js";
import { LONG } from "./long.js";
import { random } from "./random.js";

/** Generated requests, none of which an honest client would send. The seed is fixed: a failure can be repeated. */

const REQUESTS = LONG ? 200_000 : 3_000;
const MIB = 1_048_576;
const CODES = new Set([-32700, -32600, -32601, -32602, -32000, -32001, -32002, -32003, -32005, -32006]);

let served: Served;
let token: string;
beforeAll(async () => {
  served = await serve(temporaryDirectory(), { args: ["--http-jsonrpc", "true"] });
  const Token = await tokenFor(served.https, FACTORY);
  await rpc(served.https, "ServiceControl", { Token, "svccontrol.password": PASSWORD });
  token = await tokenFor(served.https, PASSWORD);
});
const jsonrpc = () => `${served.http}jsonrpc/`;

type Chance = () => number;
const among = <T>(chance: Chance, options: readonly T[]): T =>
  options[Math.floor(chance() * options.length)] as T;
const below = (chance: Chance, most: number) => Math.floor(chance() * most);

/** Parameters that a method would like, so that mutations come near what is meant. */
const KEYS = [
  ...METHOD_NAMES.map(methodRow).flatMap((row) => ("params" in row ? Object.keys(row.params) : [])),
  ...["svc.router.uptime", "i2p.router.net.bw.in", "svc.router.net.ssu.port", "Reseed", "Token", "API"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "", "\u0000", "\ud83d\ude00", "\\ud800"],
];

const NASTY = [
  ...["null", "true", "0", "-0", "1e309", "-1e309", "1e-400", "9007199254740993", "1".repeat(400), "1.0"],
  ...['""', '"\\ud800"', '"\\u0000"', '"\u2028"', '"__proto__"', `"${"x".repeat(300)}"`, '"\\"', "'x'"],
  ...["[]", "{}", "[[]]", '{"__proto__":{"Token":1}}', '{"constructor":{"prototype":{}}}', '{"a":1,"a":2}'],
  ...["NaN", "Infinity", "undefined", "01", "+1", ".5", "0x1f", "/*x*/1", "\ufeff1"],
];

function value(chance: Chance): string {
  const kind = chance();
  if (kind < 0.7) return among(chance, NASTY);
  if (kind < 0.8) return `${"[".repeat(below(chance, 2_000))}1${"]".repeat(below(chance, 2_000))}`;
  if (kind < 0.9) return `{${JSON.stringify(among(chance, KEYS))}:${among(chance, NASTY)}}`;
  return JSON.stringify(among(chance, KEYS));
}

function envelope(chance: Chance): string {
  const params = Array.from(
    { length: below(chance, 4) },
    () => `${JSON.stringify(among(chance, KEYS))}:${value(chance)}`,
  );
  if (chance() < 0.6) params.unshift(`"Token":${JSON.stringify(token)}`);
  // What would end the session or the router is left out: the rest is to be reached.
  const method = among(chance, [...METHOD_NAMES, "I2PControl", "Nonsense", "__proto__"].filter(isHarmless));
  const parts = [
    chance() < 0.9 ? '"jsonrpc":"2.0"' : `"jsonrpc":${value(chance)}`,
    chance() < 0.6 ? '"id":1' : `"id":${value(chance)}`,
    chance() < 0.9 ? `"method":${JSON.stringify(method)}` : `"method":${value(chance)}`,
    chance() < 0.9 ? `"params":{${params.join(",")}}` : `"params":${value(chance)}`,
    ...(chance() < 0.2 ? [`${JSON.stringify(among(chance, KEYS))}:${value(chance)}`] : []),
  ];
  return `{${parts.sort(() => chance() - 0.5).join(",")}}`;
}

const isHarmless = (method: string) =>
  !["Authenticate", "RouterManager", "pilothouse.logout", "ServiceControl", "I2PControl"].includes(method);

/** Spoils some bytes, so that even the encoding may be broken. */
function spoilt(chance: Chance, text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 0 && chance() < 0.4)
    for (let n = below(chance, 4); n >= 0; n--) bytes[below(chance, bytes.length)] = below(chance, 256);
  return chance() < 0.1 ? bytes.subarray(0, below(chance, bytes.length)) : bytes;
}

function body(chance: Chance): Buffer {
  const kind = chance();
  if (kind < 0.75) return spoilt(chance, envelope(chance));
  if (kind < 0.95) {
    const items = Array.from({ length: below(chance, 60) }, () => envelope(chance));
    return spoilt(chance, `[${items.join(",")}]`);
  }
  return Buffer.from(Array.from({ length: below(chance, 500) }, () => below(chance, 256)));
}

/** Why an answer is not as promised; undefined when it is. */
function fault({ status, json, body }: Reply): string | undefined {
  if (status !== 200) return `HTTP ${status}`;
  const answers: readonly unknown[] = Array.isArray(json) ? json : [json];
  for (const answer of answers as Partial<Reply["json"]>[]) {
    if (answer?.jsonrpc !== "2.0" || !("id" in answer)) return body;
    if ("result" in answer === "error" in answer) return body;
    if (answer.error && (!CODES.has(answer.error.code) || answer.error.message === "")) return body;
  }
  return undefined;
}

const memory = () =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${served.child.pid}/status`, "utf8"))?.[1]) * 1_024;
/** Someone else, who wants nothing but an answer. */
const neighbour = async () =>
  (await rpc(served.https, "Echo", { Token: token, Echo: "hello" })).result["Result"];

describe("Whatever is sent as a body", () => {
  it(
    "is answered by valid envelopes with known codes, while others are answered too",
    async () => {
      const chance = random(20_260_601);
      await Promise.all(Array.from({ length: 20 }, () => send(jsonrpc(), body(chance))));
      const before = memory();
      let succeeded = 0;
      for (let sent = 0; sent < REQUESTS; sent += 20) {
        const bodies = Array.from({ length: 20 }, () => body(chance));
        const [said, ...replies] = await Promise.all([
          neighbour(),
          ...bodies.map((one) => send(jsonrpc(), one)),
        ]);
        expect(said).toBe("hello");
        const faults = replies.flatMap((reply, n) => {
          const found = fault(reply);
          return found === undefined ? [] : [{ found, sent: bodies[n]?.toString("latin1") }];
        });
        expect(faults).toEqual([]);
        succeeded += replies.filter(({ json }) => json?.result !== undefined).length;
      }
      // Some are good by chance: the others came near what is meant.
      expect(succeeded).toBeGreaterThan(REQUESTS / 50);
      expect(memory() - before).toBeLessThan(200 * MIB);
    },
    LONG ? 1_200_000 : 60_000,
  );

  it("and a whole MiB of brackets, digits, quotes, keys or broken characters is no exception", async () => {
    const before = memory();
    const wrap = (text: string) =>
      `{"jsonrpc":"2.0","id":1.50,"method":"Echo","params":{"Token":"${token}","x":${text}}}`;
    const much = MIB - 300;
    const bodies = [
      "[".repeat(MIB),
      `${"[".repeat(MIB / 2)}${"]".repeat(MIB / 2)}`,
      wrap(`${"[".repeat(much / 2)}${"]".repeat(much / 2)}`),
      wrap(`${'{"a":'.repeat(much / 6)}1${"}".repeat(much / 6)}`),
      wrap("9".repeat(much)),
      wrap(`"${"\\\\".repeat(much / 2)}"`),
      wrap(`"${'\\"'.repeat(much / 2)}"`),
      wrap(`{${'"id":1,'.repeat(much / 8)}"id":2}`),
      wrap(`{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join(",")}}`),
      " ".repeat(MIB),
      Buffer.alloc(MIB, 0xff),
      Buffer.alloc(MIB, 0),
    ];
    for (const one of bodies) {
      const [said, reply] = await Promise.all([neighbour(), send(jsonrpc(), one)]);
      expect(said).toBe("hello");
      expect(fault(reply)).toBeUndefined();
    }
    expect(memory() - before).toBeLessThan(300 * MIB);
  });
});

describe("Whatever is sent as HTTP", () => {
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

  it("a pipeline is answered in its order, each for itself", async () => {
    const line = await Line.open(served.http);
    const calls = Array.from(
      { length: 200 },
      (_, n) => `{"jsonrpc":"2.0","id":${n},"method":"Echo","params":{}}`,
    );
    line.say(calls.map((text) => post(`Content-Length: ${text.length}`, text)).join(""));
    const heard = await line.hear(/"id":199,/);
    line.close();
    expect([...heard.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id))).toEqual(calls.map((_, n) => n));
  });

  it("a body shorter than it says changes nothing, and costs others nothing", async () => {
    const set = `{"jsonrpc":"2.0","id":1,"method":"AdvancedSettings","params":{"Token":"${token}","set":{"short":"x"}}}`;
    const { port } = new URL(served.http);
    const sockets = Array.from({ length: 100 }, () => connect(Number(port), "127.0.0.1"));
    for (const socket of sockets)
      socket.on("error", () => {}).write(post(`Content-Length: ${set.length + 1}`, set));
    for (let n = 0; n < 20; n++) expect(await neighbour()).toBe("hello");
    for (const socket of sockets) socket.destroy();
    const { result } = await rpc(served.https, "AdvancedSettings", { Token: token, get: "short" });
    expect(result["get"]).toEqual({ short: null });
  });

  it("bytes at random are told 400 or nothing", async () => {
    const chance = random(7);
    const starts = [
      "",
      "POST / HTTP/1.1\r\n",
      "POST /jsonrpc/ HTTP/1.1\r\nHost: localhost\r\n",
      "GET ",
      "\r\n\r\n",
    ];
    for (let n = 0; n < 200; n++) {
      const line = await Line.open(served.http);
      const noise = Buffer.from(Array.from({ length: below(chance, 300) }, () => below(chance, 256)));
      line.say(Buffer.concat([Buffer.from(among(chance, starts)), noise, Buffer.from("\r\n\r\n")]));
      line.socket.end();
      expect(await line.hearOut()).toMatch(/^(HTTP\/1.1 (400|403|404|405|413|415|417|431|200) |$)/);
    }
    expect(await neighbour()).toBe("hello");
  });

  it("in the end the process is the same, and its log tells of no fault of its own", () => {
    expect(served.child.exitCode ?? served.child.signalCode).toBeNull();
    expect(served.logLines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
