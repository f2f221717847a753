import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeAll, describe, expect, it } from "vitest";
import { type Served, serve } from "../../blackbox/process.js";
import { Line, rpc, send } from "../../blackbox/wire.js";

const MIB = 1_048_576;
let served: Served;
beforeAll(async () => {
  served = await serve(scratch(), { args: ["--http-jsonrpc", "true"] });
});

/** Memory of the service's process, in bytes. */
const memory = () =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${served.child.pid}/status`, "utf8"))?.[1]) * 1_024;
const jsonrpc = () => `${served.http}jsonrpc/`;
/** The same process still runs, and its log has no internal error. */
const alive = async () => {
  expect(served.child.exitCode ?? served.child.signalCode).toBeNull();
  expect((await rpc(served.https, "Echo", {})).code).toBe(-32002);
  expect(served.logLines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
};

// GHSA-f897-62hf-6gxq: a batch of any length was taken whole into memory.
describe("A batch or body without bounds", () => {
  const million = (item: string) => `[${`${item},`.repeat(999_999)}${item}]`;

  it.each([
    ["numbers", "1"],
    ["empty objects", "{}"],
    ["calls", '{"jsonrpc":"2.0","id":1,"method":"Echo","params":{}}'],
  ])("of a million %s is refused by its length", async (_what, item) => {
    const reply = await send(jsonrpc(), million(item), { close: true }).catch(() => undefined);
    // The service may hang up while the rest is still being sent.
    if (reply !== undefined) expect([reply.status, reply.code]).toEqual([413, -32000]);
    await alive();
  });

  it("that fits into a body is refused by its count, in one error and bounded memory", async () => {
    const before = memory();
    const full = `[${"1,".repeat(MIB / 2 - 2)}1]`;
    for (let n = 0; n < 5; n++) {
      const replies = await Promise.all(Array.from({ length: 10 }, () => send(jsonrpc(), full)));
      for (const { status, code, body } of replies) {
        expect([status, code]).toEqual([200, -32600]);
        expect(body.length).toBeLessThan(300);
      }
    }
    expect(memory() - before).toBeLessThan(300 * MIB);
    await alive();
  });

  it("that never ends is cut off, and costs no memory", async () => {
    const before = memory();
    const { port } = new URL(served.http);
    await Promise.all(
      Array.from(
        { length: 20 },
        () =>
          new Promise<void>((resolve) => {
            const socket = connect(Number(port), "127.0.0.1");
            const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
            const go = () => {
              while (!socket.destroyed && socket.write(chunk));
            };
            socket
              .on("drain", go)
              .on("error", () => {})
              .on("close", () => resolve());
            socket.resume();
            socket.write("POST /jsonrpc/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
            go();
          }),
      ),
    );
    expect(memory() - before).toBeLessThan(200 * MIB);
    await alive();
  });

  it("that comes byte by byte costs about its size", async () => {
    const before = memory();
    const bytes = "1\r\n \r\n".repeat(MIB / 8);
    // More of them would meet the limit of a request's time on a busy machine.
    const lines = await Promise.all(Array.from({ length: 2 }, () => Line.open(served.http)));
    for (const line of lines) {
      line.say("POST /jsonrpc/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
      line.say(bytes);
    }
    for (const line of lines) line.say("0\r\n\r\n");
    for (const line of lines) expect(await line.hear()).toMatch(/^HTTP\/1.1 200 [\s\S]*-32700/);
    // 200 bytes for each byte that came alone: less than an object for each takes.
    expect(memory() - before).toBeLessThan(50 * MIB);
    for (const line of lines) line.close();
    await alive();
  });
});

// NATS CVE-2026-27571: what was compressed was unpacked before anyone had logged in.
describe("A decompression bomb", () => {
  it.each(["gzip", "deflate", "br", "zstd", "x-gzip", "compress", "GZIP", "identity, gzip"])(
    "in %s is refused unopened",
    async (coding) => {
      const bomb = gzipSync(Buffer.alloc(100 * MIB), { level: 9 });
      const before = memory();
      const replies = await Promise.all(
        Array.from({ length: 5 }, () =>
          send(jsonrpc(), bomb, { headers: { "Content-Encoding": coding }, close: true }),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual([415, 415, 415, 415, 415]);
      // Unpacked, each would take 100 MiB.
      expect(memory() - before).toBeLessThan(90 * MIB);
      await alive();
    },
  );

  it("as a transfer coding is refused too", async () => {
    const line = await Line.open(served.http);
    line.say(
      "POST /jsonrpc/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n\x1f\x8b\r\n0\r\n\r\n",
    );
    // Nothing is decompressed: the bytes are read as they came, and are not JSON.
    expect(await line.hear()).toMatch(/^HTTP\/1.1 (400 |200 [\s\S]*-32700)/);
    line.close();
    await alive();
  });
});

// CVE-2026-21710, CVE-2025-59465, CVE-2026-21637: a header or a TLS record that ended the process.
describe("After crafted bytes the same process keeps running", () => {
  const HEADERS = [
    "__proto__: x",
    "constructor: x",
    "__proto__: a\r\n__proto__: b",
    "toString: x",
    "Accept-Encoding: __proto__;q=1, *;q=0",
    "Accept: */*;q=nonsense",
    `Accept-Language: ${"en-".repeat(3_000)}`,
    `Accept-Language: ${"*;q=0.1,".repeat(1_500)}`,
    "If-None-Match: *",
    "Authorization: Bearer",
    `Authorization: Bearer ${" ".repeat(10_000)}`,
    "Content-Length: -1",
    "Content-Length: 1e3",
    "Content-Length: 99999999999999999999",
    "Transfer-Encoding: chunked, chunked",
    "Expect: the-unexpected",
    "Connection: upgrade\r\nUpgrade: \0",
    `X: ${"a".repeat(20_000)}`,
    `${"X: 1\r\n".repeat(3_000)}`,
    "Host: \xff\xfe",
    "Host: [",
    "Host: [::1",
    "Origin: \xe9",
    " folded: header",
    ": empty",
  ];

  it.each(HEADERS.map((header) => [JSON.stringify(header).slice(0, 50), header] as const))(
    "header %s",
    async (_shown, header) => {
      for (const path of ["/jsonrpc/", "/", "/metrics"])
        for (const method of ["GET", "POST"]) {
          const line = await Line.open(served.http);
          const host = header.startsWith("Host") ? "" : "Host: localhost\r\n";
          line.say(
            Buffer.from(
              `${method} ${path} HTTP/1.1\r\n${host}${header}\r\nConnection: close\r\n\r\n`,
              "latin1",
            ),
          );
          line.socket.end();
          expect(await line.hearOut()).toMatch(
            /^(HTTP\/1.1 (200|400|401|403|404|405|408|413|415|417|431) |$)/,
          );
        }
      await alive();
    },
  );

  const CLIENT_HELLO = Buffer.from(`1603010200010001fc0303${"00".repeat(32)}0000021301010001d1`, "hex");
  it.each([
    ["an empty record", Buffer.from("1603010000", "hex")],
    ["a record of 64 KiB", Buffer.concat([Buffer.from("160301ffff", "hex"), Buffer.alloc(65_535)])],
    ["an alert", Buffer.from("15030100020228", "hex")],
    ["a heartbeat", Buffer.from("1803030003014000", "hex")],
    ["application data first", Buffer.from("1703030005aaaaaaaaaa", "hex")],
    ["a hello that is cut off", CLIENT_HELLO],
    ["SSL 2", Buffer.from("802e0100020015000000100100800700c0", "hex")],
    ["plain HTTP", Buffer.from("POST / HTTP/1.1\r\nHost: localhost\r\n\r\n")],
    ["HTTP/2's first words", Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")],
    ["noise", Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7_919) % 256))],
  ])("TLS record: %s", async (_what, bytes) => {
    const { port } = new URL(served.https);
    await Promise.all(
      Array.from(
        { length: 5 },
        () =>
          new Promise<void>((resolve) => {
            const socket = connect(Number(port), "127.0.0.1", () => socket.end(bytes));
            socket.on("error", () => {}).on("close", () => resolve());
            socket.resume();
          }),
      ),
    );
    await alive();
  });

  it("and Node is not older than what every package asks for", () => {
    const root = resolve(import.meta.dirname, "../../..");
    const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      engines: { node: string };
    };
    const [, major = 0, minor = 0] = /^>=(\d+)\.(\d+)$/.exec(engines.node)?.map(Number) ?? [];
    const [ours = 0, minorOurs = 0] = process.versions.node.split(".").map(Number);
    expect(major).toBeGreaterThanOrEqual(20);
    expect(ours > major || (ours === major && minorOurs >= minor)).toBe(true);
    expect(readFileSync(join(root, ".npmrc"), "utf8")).toContain("engine-strict=true");
  });
});
