import { hostname } from "node:os";
import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, Line, type Reply, type Sending, send } from "../wire.js";

let here: Here;
let echo: string;
beforeAll(async () => {
  here = await startHere({
    settings: { "http.jsonrpc": "true", "http.allowed_hosts": "router.lan,Pilot.Example" },
  });
  echo = callText("Echo", { Token: here.token, Echo: "x" });
});
const post = (url: string, sending: Sending = {}) => send(url, echo, sending);
const both = () => [here.https, here.http];
const port = (url: string) => new URL(url).port;

const expectRefused = ({ status, headers, json }: Reply, expected: number) => {
  expect(status).toBe(expected);
  expect(headers["content-type"]).toBe("application/json");
  expect(json).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32000 } });
  expect(json.error?.message).toMatch(/^Request refused/);
};

describe("The paths", () => {
  it.each(["/", "/jsonrpc", "/jsonrpc/", "/?x=1", "/jsonrpc/?", "/jsonrpc?a=/../b"])(
    "%s of both endpoints answer, without a redirect",
    async (path) => {
      for (const url of both()) {
        const { status, result } = await post(url, { path });
        expect([status, result]).toEqual([200, { Result: "x" }]);
      }
    },
  );

  it.each([
    "/nonsense",
    "/jsonrpc/x",
    "/jsonrpc//",
    "//jsonrpc",
    "//",
    "/jsonrpc/.",
    "/jsonrpc/..",
    "/./",
    "/../",
    "/jsonrpc/../jsonrpc/",
    "/%6asonrpc/",
    "/jsonrpc%2f",
    "/%2e/",
    "/%2e%2e/jsonrpc",
    "/%00",
    "/jsonrpc;a=b",
    "/JSONRPC/",
    "/jsonrpc\\",
    "/jsonrpc/%20",
    "/favicon.ico%00",
    "/admin",
  ])("%s is 404", async (path) => {
    for (const url of both()) expectRefused(await post(url, { path }), 404);
  });

  it("a whole URL as target is 404", async () => {
    expectRefused(await post(here.https, { path: here.https }), 404);
  });
});

describe("Any method but POST", () => {
  it.each(["GET", "PUT", "DELETE", "PATCH", "OPTIONS"])(
    "%s is 405 and names what is allowed",
    async (method) => {
      for (const path of ["/", "/jsonrpc", "/jsonrpc/"]) {
        const reply = await send(here.https, "", { method, path });
        expectRefused(reply, 405);
        expect(reply.headers.allow?.split(/, */)).toContain("POST");
      }
    },
  );

  it("HEAD is 405 without a body", async () => {
    const { status, headers, body } = await send(here.https, "", { method: "HEAD" });
    expect([status, headers.allow, body]).toEqual([405, "POST", ""]);
  });

  it("changes nothing, with any query", async () => {
    const query = encodeURIComponent(callText("AdvancedSettings", { Token: here.token, setAll: {} }));
    await send(here.https, "", { method: "GET", path: `/jsonrpc/?${query}` });
    expect(Object.keys(await here.settings()).length).toBeGreaterThan(0);
  });
});

describe("A Host that is not ours is 403 on every route", () => {
  it.each([
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil.example:7650",
    "192.0.2.1",
    "[::1]evil.example",
    "[::1]:7650.evil.example",
    "localhost:80:evil.example",
    "localhost:evil",
    "10.0.0.1",
    "[2001:db8::1]",
    "127.0.0.2",
    "xlocalhost",
    "localhost@evil.example",
    "localhost, evil.example",
  ])("%j", async (Host) => {
    for (const url of both())
      for (const path of ["/", "/jsonrpc", "/jsonrpc/", "/metrics", "/health", "/nonsense"])
        expectRefused(await post(url, { path, headers: { Host } }), 403);
  });

  it.each([
    ["is empty", "POST / HTTP/1.1\r\nHost:"],
    ["is left out, as HTTP/1.0 allows", "POST / HTTP/1.0"],
  ])("also when it %s", async (_what, head) => {
    const line = await Line.open(here.https);
    line.say(`${head}\r\nContent-Length: ${echo.length}\r\n\r\n${echo}`);
    expect(await line.hear()).toMatch(/^HTTP\/1\.1 403 /);
    line.close();
  });

  it("and says to programs which setting could admit it", async () => {
    const key = async (headers: Record<string, string>) => {
      const { body } = await post(here.https, { headers });
      return JSON.parse(body).error.data;
    };
    expect(await key({ Host: "evil.example" })).toEqual({ key: "http.allowed_hosts" });
    expect(await key({ Origin: "https://evil.example" })).toEqual({ key: "http.allowed_origins" });
  });

  it("but these names are ours", async () => {
    const names = [
      "localhost",
      "127.0.0.1",
      "[::1]",
      "LOCALHOST",
      "i2pd.i2pcontrol",
      hostname(),
      "router.lan",
    ];
    for (const url of both())
      for (const name of [...names, "pilot.example"])
        for (const Host of [name, `${name}:${port(url)}`, `${name}:1`])
          expect([Host, (await post(url, { headers: { Host } })).status]).toEqual([Host, 200]);
  });
});

describe("A page of another site is 403", () => {
  const FOREIGN = [
    { Origin: "https://evil.example" },
    { Origin: "http://localhost" },
    { Origin: "null" },
    { Origin: "" },
    { Origin: "file://" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { Origin: "https://evil.example", "Content-Type": "text/plain" },
    { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Content-Type": "text/plain" },
  ];

  it.each(FOREIGN)("%j", async (headers) => {
    for (const url of both())
      for (const path of ["/", "/jsonrpc/", "/nonsense"])
        expectRefused(await post(url, { path, headers }), 403);
  });

  it("also one on another port, or of the other scheme, of this very machine", async () => {
    const { host } = new URL(here.https);
    for (const origin of [
      `http://${host}`,
      `https://127.0.0.1:${port(here.http)}`,
      "https://127.0.0.1",
      `https://${host}/`,
    ])
      expectRefused(await post(here.https, { headers: { Origin: origin } }), 403);
  });

  it("also one that asks first, and is not let in by any header", async () => {
    const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };
    const reply = await send(here.https, "", { method: "OPTIONS", headers });
    expectRefused(reply, 403);
    expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("but a page of our own is let in", async () => {
    for (const url of both()) {
      const { origin } = new URL(url);
      for (const headers of [
        { Origin: origin },
        { Origin: origin, "Sec-Fetch-Site": "same-origin" },
        { "Sec-Fetch-Site": "none" },
      ] as const)
        expect((await post(url, { headers: { ...headers } })).status).toBe(200);
    }
  });
});

// RFC 9112, 3.2: a proxy in front may have read the other one.
describe("A request that says two things", () => {
  const ask = async (url: string, target: string, headers: readonly string[]) => {
    const line = await Line.open(url);
    const lines = [`POST ${target} HTTP/1.1`, ...headers, `Content-Length: ${echo.length}`];
    line.say(`${lines.join("\r\n")}\r\n\r\n${echo}`);
    const heard = await line.hear(/\r\n\r\n/);
    line.close();
    return heard;
  };

  it.each([
    ["two hosts", ["Host: localhost", "Host: evil.example"]],
    ["two hosts, ours last", ["Host: evil.example", "Host: localhost"]],
    ["the same host twice", ["Host: localhost", "Host: localhost"]],
    ["hosts in two cases", ["Host: localhost", "hOST: 127.0.0.1"]],
    ["hosts that are not neighbours", ["Host: localhost", "Accept: */*", "HOST: localhost"]],
    ["an empty second host", ["Host: localhost", "Host:"]],
    ["an empty first host", ["Host:", "Host: localhost"]],
    ["two origins", ["Host: localhost", "Origin: http://localhost", "Origin: http://evil.example"]],
    ["two sites", ["Host: localhost", "Sec-Fetch-Site: none", "Sec-Fetch-Site: cross-site"]],
    ["two tokens", ["Host: localhost", "Authorization: Bearer a", "Authorization: Bearer b"]],
    ["two codings", ["Host: localhost", "Content-Encoding: identity", "Content-Encoding: gzip"]],
    ["two lengths", ["Host: localhost", "Content-Length: 0"]],
    ["a length and chunks", ["Host: localhost", "Transfer-Encoding: chunked"]],
    [
      "two transfer codings",
      ["Host: localhost", "Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
    ],
  ])("is 400: %s", async (_what, headers) => {
    for (const url of both()) expect(await ask(url, "/", headers)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    "http://evil.example/",
    "https://evil.example/jsonrpc/",
    "HTTP://localhost.evil.example/",
    "http://",
  ])("is 400: the target %s and another Host", async (target) => {
    for (const url of both()) expect(await ask(url, target, ["Host: localhost"])).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("is 400 also on a connection that was served before, and ends it", async () => {
    for (const url of both()) {
      const line = await Line.open(url);
      const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${echo.length}\r\n`;
      line.say(`${head}\r\n${echo}`);
      expect(await line.hear()).toMatch(/^HTTP\/1\.1 200 /);
      line.say(`${head}Host: localhost\r\n\r\n${echo}`);
      expect(await line.hearOut()).toMatch(
        /HTTP\/1\.1 400 [\s\S]*"message":"Request refused: Host is there twice"/,
      );
    }
  });
});
