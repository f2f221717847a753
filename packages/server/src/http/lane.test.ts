import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Reply } from "../rpc/answer.js";
import { Endpoint } from "./endpoint.js";
import { rpcRoute } from "./rpc-route.js";

/** An endpoint that answers with what it read, and counts what Node's own server read for it. */
class Reader {
  byNode = 0;
  /** How often what was to be done after an answer was done. */
  done = 0;
  readonly endpoint: Endpoint;
  /** Answers that wait until they are let go. */
  readonly held: (() => void)[] = [];

  constructor(lanes: boolean) {
    const answer = (
      text: string,
      { address, languages }: { address: string; languages?: string | undefined },
    ) => {
      const reply = {
        text: JSON.stringify([text, address, languages]),
        retryAfter: undefined,
        afterwards: text.includes("afterwards") ? () => void this.done++ : undefined,
      };
      if (text.includes("patience")) return { ...reply, retryAfter: 7 };
      if (!text.includes("hold")) return reply;
      return new Promise<Reply>((resolve) => this.held.push(() => resolve(reply)));
    };
    const route = rpcRoute(
      { answer, trustedProxies: () => ["127.0.0.1"], stopping: () => false },
      () => true,
    );
    const log = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} };
    this.endpoint = new Endpoint({
      secure: false,
      connectionLimit: 1_000,
      allowedOrigins: () => new Set(),
      hostNames: () => new Set(["localhost"]),
      routes: [
        {
          ...route,
          serve: (...args) => {
            this.byNode++;
            return route.serve(...args);
          },
        },
      ],
      calls: { takes: lanes ? route.has : () => false, answer },
      log,
    });
  }

  get port(): number {
    return Number(new URL(this.endpoint.url ?? "").port);
  }

  /** Everything that is answered to these pieces, each sent by itself, until nothing more comes. */
  async hear(pieces: readonly (string | Buffer)[], enough: (heard: string) => boolean): Promise<string> {
    const socket = connect(this.port, "127.0.0.1").setNoDelay().setEncoding("latin1");
    let heard = "";
    const over = new Promise<void>((resolve) => {
      socket.on("close", () => resolve()).on("error", () => resolve());
      socket.on("data", (text) => {
        heard += text;
        if (enough(heard)) resolve();
      });
    });
    for (const piece of pieces) {
      socket.write(typeof piece === "string" ? Buffer.from(piece, "latin1") : piece);
      if (pieces.length > 1) await sleep(30);
    }
    await Promise.race([over, sleep(3_000)]);
    socket.destroy();
    return heard
      .replaceAll(/^Date: .*\r\n/gm, "")
      .replaceAll(
        /HTTP\/1.1 ([\s\S]*?)\r\n\r\n/g,
        (_, head) => `${head.split("\r\n").toSorted().join("|")}\n`,
      );
  }
}

const laned = new Reader(true);
const plain = new Reader(false);
beforeAll(async () => {
  for (const { endpoint } of [laned, plain]) await endpoint.listen("127.0.0.1", 0);
});
afterAll(() => Promise.all([laned, plain].map(({ endpoint }) => endpoint.close(0))));

const BODY = '{"jsonrpc":"2.0","id":1,"method":"Echo"}';
interface Parts {
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
}: Parts = {}) =>
  `${[line, ...headers, `Content-Length: ${length ?? body.length}`].join("\r\n")}\r\n\r\n${body}`;
const withHeader = (...more: string[]) => request({ headers: ["Host: localhost", ...more] });
/** Ends the connection, so that there is an end to wait for. */
const last = withHeader("Connection: close");
const never = () => false;
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
    const before = laned.byNode;
    const heard = await laned.hear([bytes], answers(1));
    expect(laned.byNode).toBe(before);
    expect(heard).toBe(await plain.hear([bytes], answers(1)));
    expect(heard).toContain('"127.0.0.1"');
  });

  it("again and again on one connection is answered each time", async () => {
    const before = laned.byNode;
    const heard = await laned.hear([request(), request({ body: "{}" }), request(), request()], answers(4));
    expect(heard.match(/200 OK/g)).toHaveLength(4);
    expect(laned.byNode).toBe(before);
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
    ["a wish to be told to go on", [withHeader("Expect: 100-continue")]],
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
    const readers = [laned, plain];
    const before = readers.map(({ byNode }) => byNode);
    const [heard, wanted] = await Promise.all(readers.map((reader) => reader.hear([...pieces, last], never)));
    expect(heard).toBe(wanted);
    // All but what came before it, or would have come after.
    const [byLaned = 0, byPlain = 0] = readers.map(({ byNode }, index) => byNode - (before[index] ?? 0));
    expect(byLaned).toBe(byPlain - (pieces[0] === request() ? 1 : 0));
  });

  it("is read in one way only, whatever is changed in a request", async () => {
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
          const [heard, wanted] = await Promise.all([laned.hear(pieces, never), plain.hear(pieces, never)]);
          expect([bytes.toString("latin1"), heard]).toEqual([bytes.toString("latin1"), wanted]);
        }),
      );
  }, 120_000);
});

describe("A connection with a call under way", () => {
  const held = async (reader: Reader, count: number) => {
    while (reader.held.length < count) await sleep(5);
  };

  it("is answered in order, whatever is sent meanwhile", async () => {
    const heard = laned.hear(
      [request({ body: '"hold 1"' }), request({ body: '"2"' }) + request({ body: '"3"' })],
      answers(3),
    );
    await held(laned, 1);
    await sleep(100);
    laned.held.shift()?.();
    expect((await heard).match(/\d(?=\\"")/g)).toEqual(["1", "2", "3"]);
  });

  it("gets its answer and is then closed when the service ends; one without is closed at once", async () => {
    const ending = new Reader(true);
    await ending.endpoint.listen("127.0.0.1", 0);
    const idle = connect(ending.port, "127.0.0.1").on("error", () => {});
    idle.write(request());
    await once(idle, "data");
    const heard = ending.hear([request({ body: '"hold"' })], never);
    await held(ending, 1);
    const closed = ending.endpoint.close(10_000);
    await once(idle.resume(), "close");
    ending.held.shift()?.();
    expect(await heard).toMatch(/Connection: close.*\n.*hold/);
    await closed;
  });

  const second = request({ body: '"hold for ever"' }) + request({ body: '"hold afterwards"' });
  it.each([
    ["in a lane, before the answer", laned, request({ body: '"hold afterwards"' }), false],
    ["at Node's server, before the answer", plain, request({ body: '"hold afterwards"' }), false],
    ["before the answer, which waits behind another", plain, second, false],
    ["after the answer, which waits behind another", plain, second, true],
  ])("does once what is to be done afterwards, when it breaks %s", async (_when, reader, bytes, late) => {
    const before = reader.done;
    const socket = connect(reader.port, "127.0.0.1").on("error", () => {});
    socket.write(bytes);
    await held(reader, bytes.split("POST").length - 1);
    const answer = () => reader.held.splice(0).at(-1)?.();
    if (late) answer();
    await sleep(100);
    expect(reader.done).toBe(before);
    socket.resetAndDestroy();
    await sleep(100);
    answer();
    await expect.poll(() => reader.done).toBe(before + 1);
    await sleep(100);
    expect(reader.done).toBe(before + 1);
  });

  it("is ended when it gathers requests without end behind those that wait", async () => {
    const socket = connect(plain.port, "127.0.0.1").on("error", () => {});
    const gone = new Promise((resolve) => socket.on("close", resolve));
    socket.write(request({ body: '"hold"' }).repeat(17));
    await held(plain, 16);
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(20_000));
    await gone;
    plain.held.splice(0);
  });

  it("is not kept by one who reads nothing", async () => {
    const deaf = connect(laned.port, "127.0.0.1")
      .setNoDelay()
      .pause()
      .on("error", () => {});
    const gone = new Promise((resolve) => deaf.on("close", resolve));
    const large = request({ body: JSON.stringify("x".repeat(50_000)) });
    const asking = setInterval(() => deaf.write(large), 5);
    await gone;
    clearInterval(asking);
  }, 60_000);
});
