import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { send, startService } from "./support/service.js";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PAGE = "<!doctype html><title>Console</title>";
const SCRIPT = "export const answer = 42; ".repeat(100);

let dir: string;
let running: Awaited<ReturnType<typeof startService>>;
/** Where the console is on each endpoint. */
let places: readonly string[];

beforeAll(async () => {
  dir = scratch();
  mkdirSync(join(dir, "assets"));
  writeFileSync(join(dir, "index.html"), PAGE);
  writeFileSync(join(dir, "assets", "index-abc123.js"), SCRIPT);
  writeFileSync(join(dir, "assets", "index-abc123.js.br"), "pretend brotli");
  writeFileSync(join(dir, "assets", "index-abc123.js.map"), "{}");
  writeFileSync(join(dir, "icon.svg"), "<svg/>");
  running = await startService({ "metrics.enabled": "true" }, { consoleDir: dir });
  places = [running.http, `${running.https}console/`];
});

afterAll(async () => {
  await running.stop();
});

const call = (method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const originOf = (url: string) => new URL(url).origin;

describe("the console's files", () => {
  it("are at the root of the HTTP endpoint and under /console/ of the HTTPS one", async () => {
    for (const place of places) {
      const { status, headers, text } = await send(place);
      expect([status, text]).toEqual([200, PAGE]);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-cache");
      expect((await send(`${place}index.html`)).text).toBe(PAGE);
      expect((await send(`${place}icon.svg`)).headers["content-type"]).toBe("image/svg+xml");
    }
  });

  it("may run nothing but what came with them, in no frame, for every file", async () => {
    for (const place of places)
      for (const path of ["", "assets/index-abc123.js", "icon.svg"]) {
        const { headers } = await send(place + path);
        expect(headers["content-security-policy"]).toBe(POLICY);
        expect(headers["x-content-type-options"]).toBe("nosniff");
        expect(headers["x-frame-options"]).toBe("DENY");
        expect(headers["referrer-policy"]).toBe("no-referrer");
      }
  });

  it("are cached for good where their name changes with their content, and revalidated elsewhere", async () => {
    const asset = await send(`${running.http}assets/index-abc123.js`);
    expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const { etag = "" } = (await send(running.http)).headers;
    const again = await send(running.http, { headers: { "If-None-Match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect(again.headers["content-security-policy"]).toBe(POLICY);
  });

  it("come compressed to those who take it", async () => {
    const ask = (accept: string) =>
      send(`${running.http}assets/index-abc123.js`, { headers: { "Accept-Encoding": accept } });
    const gzip = await ask("gzip, deflate");
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(Buffer.from(gzip.text, "latin1")).toString()).toBe(SCRIPT);
    expect((await ask("gzip, deflate, br")).text).toBe("pretend brotli");
    expect((await ask("identity")).text).toBe(SCRIPT);
    expect((await ask("br;q=0, gzip;q=0")).text).toBe(SCRIPT);
  });

  it("are read by GET and HEAD and nothing else", async () => {
    const head = await send(running.http, { method: "HEAD" });
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", String(PAGE.length)]);
    for (const method of ["PUT", "DELETE", "OPTIONS"])
      expect((await send(`${running.http}icon.svg`, { method })).headers["allow"]).toBe("GET, HEAD");
  });

  it("stand behind the gates of every route", async () => {
    for (const place of places)
      for (const headers of [
        { Host: "evil.example" },
        { Origin: "http://evil.example" },
        { "Sec-Fetch-Site": "cross-site" },
      ])
        expect((await send(place, { headers })).status).toBe(403);
  });

  it("are those that were built and no others, however a path is spelled", async () => {
    const paths = [
      "nothing.html",
      "assets/",
      "assets",
      "assets/index-abc123.js.br",
      "assets/index-abc123.js.map",
      "%2e%2e/%2e%2e/etc/passwd",
      "..%2f..%2fetc/passwd",
      "assets/..%2findex.html",
      "assets%2findex-abc123.js",
      "%69ndex.html",
      "/index.html",
      "__proto__",
      "constructor",
    ];
    for (const place of places)
      for (const path of paths) expect([path, (await send(place + path)).status]).toEqual([path, 404]);
  });

  it("take nothing from RPC: on HTTPS the root is its own, on HTTP /jsonrpc/ stays off", async () => {
    expect((await send(running.https)).status).toBe(405);
    const { status, text } = await send(running.https, { method: "POST", body: call("nothing") });
    expect([status, JSON.parse(text).error.code]).toEqual([200, -32601]);
    expect((await send(`${running.http}jsonrpc/`, { method: "POST", body: call("nothing") })).status).toBe(
      404,
    );
  });

  it("survive the removal of what they were read from", async () => {
    writeFileSync(join(dir, "index.html"), "another version");
    rmSync(join(dir, "icon.svg"));
    expect((await send(running.http)).text).toBe(PAGE);
    expect((await send(`${running.http}icon.svg`)).text).toBe("<svg/>");
  });
});

describe("the console's own way to RPC", () => {
  it("answers its page on both endpoints, also where /jsonrpc/ is off", async () => {
    for (const place of [running.http, running.https]) {
      const headers = { Origin: originOf(place), "Sec-Fetch-Site": "same-origin" };
      const body = call("Echo", { Token: await running.login(), Echo: "hello" });
      const { status, text } = await send(`${place}console/rpc`, { method: "POST", headers, body });
      expect([status, JSON.parse(text).result]).toEqual([200, { Result: "hello" }]);
    }
  });

  it("lets nobody else in", async () => {
    const body = call("Echo", { Token: await running.login(), Echo: "hello" });
    for (const place of [running.http, running.https])
      for (const headers of [
        {},
        { Origin: "null" },
        { Origin: "http://evil.example" },
        { Origin: originOf(place).replace("127.0.0.1", "localhost") },
        { Origin: originOf(place), Host: "evil.example" },
        { Origin: originOf(place), "Sec-Fetch-Site": "same-site" },
        { Origin: `${originOf(place)}/` },
      ])
        expect((await send(`${place}console/rpc`, { method: "POST", headers, body })).status).toBe(403);
  });

  it("is called by POST and has the limits of every call", async () => {
    const headers = { Origin: originOf(running.http) };
    expect((await send(`${running.http}console/rpc`, { headers })).headers["allow"]).toBe("POST");
    const body = "x".repeat(1_100_000);
    expect((await send(`${running.http}console/rpc`, { method: "POST", headers, body })).status).toBe(413);
  });
});

it("without a console there are neither its files nor its way to RPC", async () => {
  const bare = await startService({}, { consoleDir: join(dir, "not-built") });
  const headers = { Origin: originOf(bare.http) };
  expect((await send(bare.http)).status).toBe(404);
  expect((await send(`${bare.https}console/`)).status).toBe(404);
  expect((await send(`${bare.http}console/rpc`, { method: "POST", headers, body: "{}" })).status).toBe(404);
  await bare.stop();
});
