import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, type Reply, type Sending, send } from "../wire.js";

const PAGE = "http://router.lan:8080";
const EXTENSION = "moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc";
const ALLOWED = [PAGE, EXTENSION, "chrome-extension://abcdefghijklmnopabcdefghijklmnop"];

let here: Here;
beforeAll(async () => {
  here = await startHere({
    settings: { "http.jsonrpc": "true", "http.allowed_origins": ALLOWED.join(",") },
  });
});
const both = () => [here.https, here.http];
const echo = () => callText("Echo", { Token: here.token, Echo: "x" });
const post = (url: string, headers: NonNullable<Sending["headers"]>, path = "/jsonrpc/") =>
  send(url, echo(), { path, headers: { "Content-Type": "application/json", ...headers } });
const preflight = (url: string, Origin: string, path = "/jsonrpc/") =>
  send(url, "", {
    method: "OPTIONS",
    path,
    headers: {
      Origin,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "content-type",
      "Sec-Fetch-Site": "cross-site",
      "Sec-Fetch-Mode": "cors",
    },
  });
const permissions = ({ headers }: Reply) =>
  Object.keys(headers).filter((name) => name.startsWith("access-control"));

describe("http.allowed_origins", () => {
  it.each(ALLOWED)("lets a page of %s ask first, call, and read the answer", async (Origin) => {
    for (const url of both())
      for (const path of ["/", "/jsonrpc", "/jsonrpc/"]) {
        const first = await preflight(url, Origin, path);
        expect([first.status, first.body]).toEqual([204, ""]);
        expect(first.headers).toMatchObject({
          "access-control-allow-origin": Origin,
          "access-control-allow-methods": "POST",
          "access-control-allow-headers": "*",
          vary: "Origin",
        });
        expect(first.headers["access-control-allow-credentials"]).toBeUndefined();
        const { status, result, headers } = await post(url, { Origin, "Sec-Fetch-Site": "cross-site" }, path);
        expect([status, result]).toEqual([200, { Result: "x" }]);
        expect([headers["access-control-allow-origin"], headers.vary]).toEqual([Origin, "Origin"]);
      }
  });

  it("lets such a page read errors too, and asks it for a token like everyone", async () => {
    const wrong = await send(here.https, callText("Echo", { Echo: "x" }), { headers: { Origin: PAGE } });
    expect([wrong.code, wrong.headers["access-control-allow-origin"]]).toEqual([-32002, PAGE]);
  });

  it("lets it name no Host but ours: a rebound page stays out", async () => {
    expect((await post(here.https, { Origin: PAGE, Host: "evil.example" })).status).toBe(403);
  });

  it("does not open the console's own way in", async () => {
    const { status } = await post(here.http, { Origin: PAGE }, "/console/rpc");
    expect([403, 404]).toContain(status);
  });

  it.each([
    "https://evil.example",
    "http://router.lan",
    "http://router.lan:8081",
    "https://router.lan:8080",
    "http://router.lan:8080/",
    "http://ROUTER.lan:8080",
    "http://x.router.lan:8080",
    "http://router.lan:8080.evil.example",
    "moz-extension://another",
    "null",
    "*",
  ])("allows no other origin: %s", async (Origin) => {
    for (const url of both())
      for (const reply of [await preflight(url, Origin), await post(url, { Origin })]) {
        expect(reply.status).toBe(403);
        expect(permissions(reply)).toEqual([]);
      }
  });

  it("says nothing to a caller without an Origin, nor to our own page", async () => {
    for (const url of both()) {
      expect(permissions(await post(url, {}))).toEqual([]);
      expect(permissions(await post(url, { Origin: new URL(url).origin }))).toEqual([]);
    }
  });

  it("answers a preflight only where calls are taken", async () => {
    expect((await preflight(here.https, PAGE, "/nonsense")).status).toBe(404);
    expect((await preflight(here.https, PAGE, "/metrics")).status).not.toBe(204);
  });

  it("is empty unless it is set", async () => {
    const other = await startHere();
    expect((await preflight(other.https, PAGE)).status).toBe(403);
  });

  it.each([
    "*",
    "null",
    "router.lan",
    "https://router.lan/",
    "https://Router.lan",
    "https://router.lan:443",
    "ftp://x",
  ])("refuses the value %s and says what is wanted", async (value) => {
    await expect(startHere({ settings: { "http.allowed_origins": value } })).rejects.toThrow(
      /wants a list of origins as browsers send them/,
    );
  });
});
