import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, Line, PASSWORD, type Sending, send } from "../wire.js";

const MEBIBYTE = 1_048_576;

let here: Here;
let echo: string;
beforeAll(async () => {
  here = await startHere({ settings: { "http.jsonrpc": "true" } });
  echo = callText("Echo", { Token: here.token, Echo: "x" });
});
const head = (url: string, ...lines: string[]) =>
  ["POST / HTTP/1.1", `Host: ${new URL(url).host}`, ...lines, "", ""].join("\r\n");
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

describe("A body", () => {
  it("of exactly 1 MiB is read", async () => {
    const padded = echo + " ".repeat(MEBIBYTE - echo.length);
    expect((await send(here.https, padded)).result).toEqual({ Result: "x" });
  });

  it("of 1 MiB and a byte is 413 before it is sent", async () => {
    for (const url of [here.https, here.http]) {
      const line = await Line.open(url);
      line.say(head(url, `Content-Length: ${MEBIBYTE + 1}`));
      const heard = await line.hear();
      expect(heard).toMatch(/^HTTP\/1\.1 413 /);
      expect(heard).toMatch(/\r\nConnection: close\r\n/i);
      expect(heard).toContain('{"jsonrpc":"2.0","id":null,"error":{"code":-32000,');
      line.close();
    }
  });

  it("of unknown length is 413 as soon as it is over 1 MiB", async () => {
    for (const url of [here.https, here.http]) {
      const line = await Line.open(url);
      line.say(head(url, "Transfer-Encoding: chunked"));
      for (let sent = 0; sent <= MEBIBYTE; sent += 65_536) line.say(chunk("x".repeat(65_536)));
      expect(await line.hear()).toMatch(/^HTTP\/1\.1 413 /);
      line.close();
    }
  });

  it("in chunks is put together, even in the middle of a character", async () => {
    const line = await Line.open(here.https);
    const bytes = Buffer.from(callText("Echo", { Token: here.token, Echo: "船🧭" }));
    line.say(head(here.https, "Transfer-Encoding: chunked", "Connection: close"));
    for (const byte of bytes)
      line.say(Buffer.concat([Buffer.from("1\r\n"), Buffer.from([byte]), Buffer.from("\r\n")]));
    line.say("0\r\n\r\n");
    expect(Buffer.from(await line.hearOut(), "latin1").toString()).toContain('{"Result":"船🧭"}');
  });

  it("that is cut off changes nothing", async () => {
    const write = callText("AdvancedSettings", { Token: here.token, set: { "tests.cut": "off" } });
    const line = await Line.open(here.https);
    line.say(`${head(here.https, `Content-Length: ${write.length + 1}`)}${write}`);
    line.socket.end();
    await line.hearOut();
    expect(await here.settings()).not.toHaveProperty(["tests.cut"]);
  });

  it.each(["gzip", "deflate", "br", "zstd", "gzip, identity", "x"])(
    "in Content-Encoding %s is 415",
    async (encoding) => {
      const { status, json } = await send(here.https, echo, { headers: { "Content-Encoding": encoding } });
      expect(status).toBe(415);
      expect(json).toMatchObject({ id: null, error: { code: -32000 } });
    },
  );

  it("in Content-Encoding identity is read", async () => {
    const { status } = await send(here.https, echo, { headers: { "Content-Encoding": "identity" } });
    expect(status).toBe(200);
  });
});

describe("With every outcome", () => {
  const OUTCOMES: readonly (readonly [string, () => string])[] = [
    ["a result", () => echo],
    ["no JSON", () => "{"],
    ["no request", () => "1"],
    ["an unknown method", () => callText("Nonsense", "{}")],
    ["bad parameters", () => callText("Echo", { Token: here.token })],
    ["no token", () => callText("Echo", "{}")],
    ["a wrong token", () => callText("Echo", { Token: "x" })],
    ["a wrong password", () => callText("Authenticate", { API: 1, Password: "x" })],
    ["no API", () => callText("Authenticate", "{}")],
    ["an unsupported API", () => callText("Authenticate", { API: 9 })],
    ["a batch", () => `[${echo},1]`],
  ];

  it.each(OUTCOMES)("%s: HTTP 200, JSON, its length, and nothing kept or framed", async (_what, text) => {
    const { status, headers, body } = await send(here.https, text());
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json");
    expect(headers["content-length"]).toBe(String(Buffer.byteLength(body)));
    expectSafe(headers);
  });

  const expectSafe = (headers: { readonly [name: string]: unknown }) => {
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers).not.toHaveProperty("set-cookie");
    expect(headers).not.toHaveProperty("access-control-allow-origin");
    expect(headers).not.toHaveProperty("server");
    expect(headers).not.toHaveProperty("x-powered-by");
  };

  it.each<[string, Sending]>([
    ["403", { headers: { Host: "evil.example" } }],
    ["404", { path: "/nonsense" }],
    ["405", { method: "GET" }],
    ["415", { headers: { "Content-Encoding": "gzip" } }],
  ])("%s too", async (status, sending) => {
    const reply = await send(here.https, sending.method === "GET" ? "" : echo, sending);
    expect(reply.status).toBe(Number(status));
    expectSafe(reply.headers);
  });
});

describe("Clients in the field", () => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "application/json-rpc;",
    "application/x-www-form-urlencoded",
    "text/plain",
    "",
    undefined,
  ])("may send Content-Type %j", async (type) => {
    const headers = type === undefined ? {} : { "Content-Type": type };
    expect((await send(here.https, echo, { headers })).result).toEqual({ Result: "x" });
  });

  it("may close the connection after each call", async () => {
    const { headers, result } = await send(here.https, echo, {
      close: true,
      headers: { Connection: "close" },
    });
    expect(result).toEqual({ Result: "x" });
    expect(headers.connection).toBe("close");
  });

  it("may keep it open, and send headers in lower case", async () => {
    const line = await Line.open(here.https);
    const request = `POST /jsonrpc HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${echo.length}\r\n\r\n${echo}`;
    for (let calls = 1; calls <= 5; calls++) {
      line.say(request);
      const heard = await line.hear(new RegExp(`(HTTP/1\\.1 200 [\\s\\S]*"Result":"x"\\}\\}){${calls}}`));
      expect(heard.match(/HTTP\/1\.1 200 /g)).toHaveLength(calls);
    }
    line.close();
  });

  it("may offer to upgrade to h2c, and are answered in HTTP/1.1", async () => {
    for (const [url, token] of [
      [here.http, here.token],
      [here.https, here.token],
      [here.https, "wrong"],
    ] as const) {
      const body = callText("Echo", { Token: token, Echo: "x" });
      const line = await Line.open(url);
      const upgrade = [
        "Connection: Upgrade, HTTP2-Settings",
        "Upgrade: h2c",
        "HTTP2-Settings: AAMAAABkAAQAAP__",
      ];
      line.say(`${head(url, ...upgrade, `Content-Length: ${body.length}`)}${body}`);
      const heard = await line.hear();
      expect(heard).toMatch(/^HTTP\/1\.1 200 /);
      expect(heard).toContain(token === "wrong" ? '"code":-32003' : '{"Result":"x"}');
      line.close();
    }
  });

  it("may wait for 100 Continue", async () => {
    const line = await Line.open(here.https);
    line.say(head(here.https, "Expect: 100-continue", `Content-Length: ${echo.length}`));
    expect(await line.hear(/100 Continue\r\n\r\n/)).toMatch(/^HTTP\/1\.1 100 Continue/);
    line.say(echo);
    expect(await line.hear()).toContain('{"Result":"x"}');
    line.close();
  });

  it("that speak no HTTP get a 400 or are cut off, and the service keeps running", async () => {
    for (const noise of [
      "\u0000\u0001\u0002\r\n\r\n",
      "GET\r\n\r\n",
      "POST / HTTP/9.9\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ]) {
      const line = await Line.open(here.http);
      line.say(noise);
      expect(await line.hearOut()).toMatch(/^(HTTP\/1\.1 [45]\d\d |$)/);
    }
    const smuggled = await Line.open(here.http);
    smuggled.say(`${head(here.http, "Content-Length: 5", "Transfer-Encoding: chunked")}0\r\n\r\n`);
    expect(await smuggled.hearOut()).toMatch(/^HTTP\/1\.1 400 /);
    const large = await Line.open(here.http);
    large.say(head(here.http, `X-Large: ${"x".repeat(100_000)}`));
    expect(await large.hearOut()).toMatch(/^HTTP\/1\.1 431 /);
    expect(
      (await send(here.http, callText("Authenticate", { API: 1, Password: PASSWORD }))).code,
    ).toBeUndefined();
  });
});
