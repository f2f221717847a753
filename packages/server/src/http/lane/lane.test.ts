import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { settle } from "../testing/connection.js";
import { comparable, Reader } from "../testing/reader.js";
import type { LaneTimes } from "./lane.js";

async function open(lanes: boolean, times?: Partial<LaneTimes>): Promise<Reader> {
  const reader = await Reader.open(lanes, times);
  onTestFinished(() => reader.close());
  return reader;
}

let laned: Reader;
let plain: Reader;
beforeEach(async () => {
  laned = await open(true);
  plain = await open(false);
});

const BODY = '{"jsonrpc":"2.0","id":1,"method":"Echo"}';
interface Options {
  readonly line?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly length?: number;
}
const request = ({
  line = "POST / HTTP/1.1",
  headers = ["Host: localhost"],
  body = BODY,
  length,
}: Options = {}) =>
  `${[line, ...headers, `Content-Length: ${length ?? body.length}`].join("\r\n")}\r\n\r\n${body}`;
const withHeader = (...more: string[]) => request({ headers: ["Host: localhost", ...more] });
const last = withHeader("Connection: close");
const answers = (count: number) => (heard: string) =>
  heard.split("HTTP/1.1 ").length > count && heard.endsWith("]");

describe("What a program sends", () => {
  it.each([
    ["with the least of headers", request()],
    ["as curl does", withHeader("User-Agent: curl/8.0", "Accept: */*", "Content-Type: application/json")],
    [
      "as fetch does",
      withHeader(
        "connection: keep-alive",
        "accept-language: *",
        "sec-fetch-mode: cors",
        "accept-encoding: gzip, deflate",
      ),
    ],
    [
      "in another language, to another path",
      request({
        line: "POST /jsonrpc/ HTTP/1.1",
        headers: ["HOST: localhost:7650", "Accept-Language: de, en;q=0.5"],
      }),
    ],
    ["beyond ASCII", request({ body: Buffer.from('{"x":"ä€😀"}').toString("latin1") })],
    ["and is to have patience with", request({ body: '{"x":"patience"}' })],
  ])("%s goes the short way and is answered as Node's server would", async (_name, bytes) => {
    const heard = await laned.hear([bytes], answers(1));
    expect(laned.byNode).toBe(0);
    expect(heard).toBe(await plain.hear([bytes], answers(1)));
    expect(heard).toContain('"127.0.0.1"');
  });

  it("again and again on one connection is answered each time", async () => {
    const heard = await laned.hear([request(), request({ body: "{}" }), request(), request()], answers(4));
    expect(heard.match(/200 OK/g)).toHaveLength(4);
    expect(laned.byNode).toBe(0);
  });

  it("is left to Node's server when the first request comes too late", async () => {
    const hasty = await open(true, { firstMs: 20 });
    const connection = (await hasty.connect()).listen();
    await expect.poll(() => connection.server.timeout).toBe(0);
    await connection.send(request());
    await connection.until(answers(1));
    expect(hasty.byNode).toBe(1);
    connection.socket.destroy();
  });
});

describe("A head that has not come whole", () => {
  const HALF = request().slice(0, 30);

  it("does not occupy Node's server yet", async () => {
    const connection = await laned.connect();
    await connection.send(HALF);
    expect(connection.server.timeout).not.toBe(0);
    await connection.send("more");
    expect(connection.server.timeout).toBe(0);
    connection.socket.destroy();
  });

  it("is left to Node's server when the rest comes too late", async () => {
    const hasty = await open(true, { firstMs: 20 });
    const connection = (await hasty.connect()).listen();
    await connection.send(HALF);
    await expect.poll(() => connection.server.timeout).toBe(0);
    await connection.send(request().slice(30));
    await connection.until(answers(1));
    expect(hasty.byNode).toBe(1);
    connection.socket.destroy();
  });

  it("may still be sent when the service ends, and is then told so", async () => {
    const connection = (await laned.connect()).listen();
    await connection.send(HALF);
    const closed = laned.endpoint.close(600_000);
    await connection.send(request().slice(30));
    await connection.closed;
    expect(connection.heard).toContain("503");
    await closed;
  });

  it("and never will is refused", async () => {
    expect(await laned.hear([HALF])).toBe("400 Bad Request|Connection: close\n");
  });
});

describe("What is out of the ordinary", () => {
  const chunked = `POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;
  it.each<[string, (string | Buffer)[]]>([
    ["a body in chunks", [chunked]],
    ["a length and chunks", [chunked.replace("Transfer", "Content-Length: 2\r\nTransfer")]],
    ["two lengths", [withHeader("Content-Length: 3")]],
    ["the same length twice", [withHeader(`Content-Length: ${BODY.length}`)]],
    ["a length with a sign", [request().replace("Content-Length: ", "Content-Length: +")]],
    ["a length in hexadecimal", [request().replace(/Content-Length: \d+/, "Content-Length: 0x28")]],
    ["no length", [request().replace(/Content-Length: \d+\r\n/, "")]],
    ["a length of nothing", [request({ body: "" })]],
    ["less than it says", [request({ length: 20 })]],
    ["two at once", [request() + request({ body: "{}" })]],
    ["half, and then the rest", [request().slice(0, 30), request().slice(30)]],
    ["its body apart", [request().slice(0, -BODY.length), BODY]],
    ["a folded header", [withHeader("Accept: a,\r\n b")]],
    ["a header with a blank before the colon", [withHeader("Accept : a")]],
    ["a header without a value", [withHeader("Accept:")]],
    ["a header with blanks around it", [withHeader("Accept:   a   ")]],
    ["a header twice", [withHeader("Accept: a", "Accept: b")]],
    ["two hosts", [withHeader("Host: elsewhere")]],
    ["no host", [request({ headers: [] })]],
    ["another host", [request({ headers: ["Host: elsewhere"] })]],
    ["another site's page", [withHeader("Origin: http://elsewhere")]],
    ["a browser's page", [withHeader("Sec-Fetch-Site: cross-site")]],
    ["somebody's address", [withHeader("X-Forwarded-For: 10.1.2.3")]],
    ["a request to wait for 100 Continue", [withHeader("Expect: 100-continue")]],
    ["another protocol", [withHeader("Connection: Upgrade", "Upgrade: h2c")]],
    ["the end of the connection", [withHeader("Connection: close")]],
    ["a compressed body", [withHeader("Content-Encoding: gzip")]],
    ["an older version", [request({ line: "POST / HTTP/1.0" })]],
    ["a whole address", [request({ line: "POST http://localhost/ HTTP/1.1" })]],
    ["a query", [request({ line: "POST /?x HTTP/1.1" })]],
    ["a path that is not there", [request({ line: "POST /elsewhere HTTP/1.1" })]],
    ["another method", [request({ line: "PUT / HTTP/1.1" })]],
    ["lines that end in LF", [request().replaceAll("\r\n", "\n")]],
    ["a CR in a header", [withHeader("Accept: a\rb")]],
    ["a zero in a header", [withHeader("Accept: a\0b")]],
    ["a letter beyond ASCII in a header", [withHeader("Accept: \xe9")]],
    ["an empty line first", [`\r\n${request()}`]],
    ["a body that is not UTF-8", [request({ body: '{"x":"\xff"}' })]],
    ["a head of some length", [withHeader(`User-Agent: ${"x".repeat(3_000)}`)]],
    ["a head that is too long", [withHeader(`User-Agent: ${"x".repeat(30_000)}`)]],
    ["something plain after something that was not", [withHeader("X-Other: 1"), request()]],
    ["something that was not after something plain", [request(), withHeader("X-Other: 1"), request()]],
  ])("is left to Node's server: %s", async (_name, pieces) => {
    const heard = await laned.hear([...pieces, last]);
    expect(heard).toBe(await plain.hear([...pieces, last]));
    // All but what came before it.
    expect(laned.byNode).toBe(plain.byNode - (pieces[0] === request() ? 1 : 0));
  });

  it("is read in only one way, with any change to a request", async () => {
    const good = withHeader("Accept: a", "Content-Type: application/json", "User-Agent: x");
    const pool = Buffer.from("\r\n\t \0:;,-+0123456789aPOST/HTTP.1\x7f\x80\xff", "latin1");
    let state = 1;
    const chance = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % below;
    };
    const changed = Array.from({ length: 600 }, () => {
      const bytes = [...Buffer.from(good, "latin1")];
      for (let times = 1 + chance(3); times > 0; times--)
        bytes.splice(chance(bytes.length), chance(2), pool[chance(pool.length)] ?? 0);
      return Buffer.from(bytes);
    });
    for (let at = 0; at < changed.length; at += 60)
      await Promise.all(
        changed.slice(at, at + 60).map(async (bytes) => {
          const pieces = [bytes, last];
          const [heard, wanted] = await Promise.all([laned.hear(pieces), plain.hear(pieces)]);
          expect([bytes.toString("latin1"), heard]).toEqual([bytes.toString("latin1"), wanted]);
        }),
      );
  });
});

describe("A connection with a call under way", () => {
  it("is answered in order, even if more is sent meanwhile", async () => {
    const connection = (await laned.connect()).listen();
    await connection.send(request({ body: '"hold 1"' }));
    await connection.send(request({ body: '"2"' }) + request({ body: '"3"' }));
    expect(connection.heard).toBe("");
    laned.held.shift()?.();
    const heard = await connection.until(answers(3));
    expect(heard.match(/\d(?=\\"")/g)).toEqual(["1", "2", "3"]);
    connection.socket.destroy();
  });

  it("gets its answer and is then closed when the service ends; one without is closed at once", async () => {
    const idle = (await laned.connect()).listen();
    await idle.send(request());
    const busy = (await laned.connect()).listen();
    await busy.send(request({ body: '"hold"' }));
    const closed = laned.endpoint.close(600_000);
    await idle.closed;
    laned.held.shift()?.();
    await busy.closed;
    expect(comparable(busy.heard)).toMatch(/Connection: close.*\n.*hold/);
    await closed;
  });

  const second = request({ body: '"hold for ever"' }) + request({ body: '"hold afterwards"' });
  it.each([
    ["in a lane, before the answer", true, request({ body: '"hold afterwards"' }), false],
    ["at Node's server, before the answer", false, request({ body: '"hold afterwards"' }), false],
    ["before the answer, which waits behind another", false, second, false],
    ["after the answer, which waits behind another", false, second, true],
  ])("does once what is to be done afterwards, when it breaks %s", async (_when, lanes, bytes, late) => {
    const reader = lanes ? laned : plain;
    const connection = await reader.connect();
    await connection.send(bytes);
    await reader.holds(bytes.split("POST").length - 1);
    const answer = () => reader.held.splice(0).at(-1)?.();
    if (late) answer();
    await settle();
    expect(reader.done).toBe(0);
    connection.socket.resetAndDestroy();
    await expect.poll(() => connection.server.closed).toBe(true);
    answer();
    await expect.poll(() => reader.done).toBe(1);
    await settle();
    expect(reader.done).toBe(1);
  });

  it("is closed when it piles up requests without end behind those that wait", async () => {
    const connection = await plain.connect();
    await connection.send(request({ body: '"hold"' }).repeat(17));
    await plain.holds(16);
    connection.socket.resume().write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(20_000));
    await connection.closed;
  });

  it("is not kept by a client that reads nothing", async () => {
    const hasty = await open(true, { unreadMs: 200 });
    const deaf = await hasty.connect();
    const large = request({ body: JSON.stringify("x".repeat(30_000)) });
    while (!deaf.server.destroyed) await Promise.race([deaf.send(large), deaf.closed]);
    deaf.socket.destroy();
  });
});
