import { beforeAll, describe, expect, it } from "vitest";
import { callText, Line, type Reply, rpc, type Sending, send } from "../../blackbox/wire.js";
import { type Door, openTarget, type Target } from "../target.js";

/** What a page of another site, open in the operator's browser, can make that browser send. */

let target: Target;
let before: unknown;
beforeAll(async () => {
  target = await openTarget();
  before = await target.state();
});

/** The worst call there is, with a good token: only the gates stand before it. */
const harm = () => callText("AdvancedSettings", { Token: target.token, setAll: {} });

const through = (door: Door, sending: Sending): Promise<Reply> =>
  send(door.url, door.method === "POST" ? harm() : "", {
    path: door.path,
    method: door.method,
    ...sending,
    headers: { ...door.headers, ...sending.headers },
  });

async function expectRefused(status: number, sending: (door: Door) => Sending): Promise<void> {
  for (const door of target.doors) {
    const reply = await through(door, sending(door));
    expect([door.name, reply.status, reply.code]).toEqual([door.name, status, -32000]);
    expect(reply.body).not.toContain("Console");
    expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
  }
  expect(await target.state()).toEqual(before);
}

describe("The endpoints", () => {
  it("answer proper requests, so what follows is refused for its own reason", async () => {
    for (const { url, path, method, headers } of target.doors) {
      const text = method === "POST" ? callText("Echo", { Token: target.token, Echo: "x" }) : "";
      expect((await send(url, text, { path, method, headers })).status).toBe(200);
    }
  });
});

// Transmission CVE-2018-5702, and Tailscale CVE-2022-41924 through the one route that forgot the check.
describe("A name that was rebound to our address is refused at every endpoint", () => {
  it.each([
    "attacker.example",
    "attacker.example:7657",
    "localhost.attacker.example",
    "127.0.0.1.attacker.example",
    "127.0.0.2",
    "0.0.0.0",
    "2130706433",
    "0x7f000001",
    "localhost.",
    "[::ffff:127.0.0.1]",
    "169.254.169.254",
  ])("Host: %s", async (host) => {
    await expectRefused(403, () => ({ headers: { Host: host } }));
  });

  it("and a second Host does not help", async () => {
    for (const hosts of [
      ["attacker.example", "localhost"],
      ["localhost", "attacker.example"],
    ]) {
      const line = await Line.open(target.http);
      const text = harm();
      const named = hosts.map((host) => `Host: ${host}\r\n`).join("");
      line.say(
        `POST /jsonrpc/ HTTP/1.1\r\n${named}Content-Length: ${text.length}\r\nOrigin: http://x\r\n\r\n${text}`,
      );
      expect(await line.hear(/\r\n\r\n/)).toMatch(/^HTTP\/1.1 40[03] /);
      line.close();
    }
    expect(await target.state()).toEqual(before);
  });

  it("nor does none at all, or an empty one", async () => {
    for (const first of ["HTTP/1.1\r\nHost:", "HTTP/1.1\r\nHost: ", "HTTP/1.1", "HTTP/1.0"]) {
      const line = await Line.open(target.http);
      const text = harm();
      line.say(`POST /jsonrpc/ ${first}\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
      expect(await line.hearOut()).toMatch(/^HTTP\/1.1 40[03] /);
    }
    expect(await target.state()).toEqual(before);
  });

  it("nor does a forwarded one", async () => {
    await expectRefused(403, () => ({
      headers: { Host: "attacker.example", "X-Forwarded-Host": "localhost", Forwarded: "host=localhost" },
    }));
  });
});

// Caddy CVE-2026-27589: a page drove the local admin port with requests that need no permission.
describe("A request that a foreign page may send without asking is refused at every endpoint", () => {
  const TYPES = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];
  const ORIGINS = ["null", "https://attacker.example", "http://localhost", "https://127.0.0.1:1", "file://"];
  it.each(TYPES.flatMap((type) => ORIGINS.map((origin) => [type, origin] as const)))(
    "%s from Origin %s",
    async (type, origin) => {
      await expectRefused(403, () => ({ headers: { "Content-Type": type, Origin: origin } }));
    },
  );

  it.each(["cross-site", "same-site"])("Sec-Fetch-Site: %s without any Origin", async (site) => {
    await expectRefused(403, () => ({ headers: { "Sec-Fetch-Site": site } }));
  });

  it("and one that asks first is not given leave", async () => {
    const headers = { Origin: "https://attacker.example", "Access-Control-Request-Method": "POST" };
    await expectRefused(403, () => ({ method: "OPTIONS", headers }));
  });
});

// AdGuard CVE-2022-32175, i2p.i2p issue 171: a form of another site changed settings.
describe("Forms and links", () => {
  const FIELDS = "method=AdvancedSettings&setAll=%7B%7D&Shutdown=true";

  it("are not calls, even if a form's Origin were ours", async () => {
    for (const door of target.doors.filter(({ method }) => method === "POST")) {
      const headers = { ...door.headers, "Content-Type": "application/x-www-form-urlencoded" };
      const { code } = await send(door.url, `${FIELDS}&Token=${target.token}`, { path: door.path, headers });
      expect(code).toBe(-32700);
    }
    expect(await target.state()).toEqual(before);
  });

  it("change nothing by GET, HEAD, PUT, DELETE or a method that claims to be another", async () => {
    for (const door of target.doors.filter(({ method }) => method === "POST"))
      for (const method of ["GET", "HEAD", "PUT", "DELETE", "PATCH"]) {
        const path = `${door.path}?${FIELDS}&Token=${target.token}&_method=POST`;
        const headers = { ...door.headers, "X-HTTP-Method-Override": "POST" };
        const { status } = await send(door.url, "", { path, method, headers });
        // On plain HTTP the console's page is at the root.
        expect(status === 405 || (door.path === "/" && status === 200)).toBe(true);
      }
    expect(await target.state()).toEqual(before);
  });
});

// AdGuard CVE-2026-32136: an upgrade to h2c reached a handler behind the check.
describe("An upgrade", () => {
  it.each([
    [
      "h2c",
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA",
    ],
    [
      "WebSocket",
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13",
    ],
    ["TLS", "Connection: Upgrade\r\nUpgrade: TLS/1.2"],
  ])("to %s is never made: the request is judged as if it had not asked", async (_what, headers) => {
    for (const path of ["/jsonrpc/", "/metrics", "/console/rpc"]) {
      const text = callText("AdvancedSettings", { setAll: {} });
      const line = await Line.open(target.http);
      line.say(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
      );
      const heard = await line.hear();
      expect(heard).not.toMatch(/^HTTP\/1.1 101/);
      expect(heard).toMatch(/"code":-32(000|002)/);
      line.close();
    }
    expect(await target.state()).toEqual(before);
  });

  it("without asking, by HTTP/2's own first words, is refused", async () => {
    const line = await Line.open(target.http);
    line.say("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0");
    expect(await line.hearOut()).toMatch(/^(HTTP\/1.1 (400|403|505) |$)/);
  });
});

// Home Assistant CVE-2023-27482: a path that was spelled differently went round the check.
describe("Another spelling of a path", () => {
  const SPELLINGS = [
    "//",
    "//jsonrpc/",
    "/./jsonrpc/",
    "/x/../jsonrpc/",
    "/%6asonrpc/",
    "/jsonrpc%2f",
    "/jsonrpc/.",
    "/jsonrpc/;x",
    "/jsonrpc/%00",
    "/JSONRPC/",
    "/jsonrpc//",
    "/console/../metrics",
    "/console/%2e%2e/metrics",
    "/metrics/",
    "/metrics%20",
    "/Metrics",
    "/console/../../key.pem",
    "/console/..%2f..%2fkey.pem",
    "/console/....//key.pem",
    "/..%5c..%5ckey.pem",
    "/console/rpc/",
    "/console/rpc%00",
    "/console\\rpc",
    "/console/./rpc",
    "/pilothouse.db",
    "*",
  ];
  it.each(SPELLINGS)("%s leads nowhere, with any method", async (path) => {
    for (const url of [target.https, target.http])
      for (const method of ["GET", "POST"]) {
        const line = await Line.open(url);
        line.say(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`);
        const heard = await line.hear();
        expect(heard).toMatch(/^HTTP\/1.1 40[04] /);
        expect(heard).not.toMatch(/PRIVATE KEY|i2p_router|SQLite format/);
        line.close();
      }
  });
});

// Home Assistant CVE-2023-41897: the page could be framed, and clicks stolen.
describe("Every answer", () => {
  it("may not be framed, sniffed for another type, or read by another site", async () => {
    for (const door of target.doors)
      for (const Host of ["localhost", "attacker.example"]) {
        const text = door.method === "POST" ? callText("Echo", { Token: target.token, Echo: "x" }) : "";
        const sending = { path: door.path, method: door.method, headers: { ...door.headers, Host } };
        const { headers } = await send(door.url, text, sending);
        expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
        expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*/);
        expect(headers["x-content-type-options"]).toBe("nosniff");
        expect(headers["access-control-allow-origin"]).toBeUndefined();
        expect(headers["set-cookie"]).toBeUndefined();
        expect(headers["x-powered-by"] ?? headers["server"]).toBeUndefined();
      }
  });
});

describe("In the end", () => {
  it("nothing has changed, and the token still works", async () => {
    expect(await target.state()).toEqual(before);
    expect(
      (await rpc(target.http, "Echo", { Token: target.token, Echo: "x" }, { path: "/jsonrpc/" })).result,
    ).toEqual({
      Result: "x",
    });
  });
});
