import { beforeEach, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, Line, rpc, send } from "../wire.js";

const PATHS = ["/", "/jsonrpc", "/jsonrpc/"];

describe("RPC over plain HTTP", () => {
  let here: Here;
  beforeEach(async () => {
    here = await startHere();
  });
  const statuses = () =>
    Promise.all(
      PATHS.map(
        async (path) => (await rpc(here.http, "Echo", { Token: here.token, Echo: "x" }, { path })).status,
      ),
    );
  const webapp = (change: object) => here.call("pilothouse.webapps", { name: "jsonrpc", ...change });
  const ON = [200, 200, 200];
  const OFF = [404, 404, 404];

  it("is 404 at first", async () => {
    expect(await statuses()).toEqual(OFF);
    const { json } = await rpc(here.http, "Echo", {}, { path: "/jsonrpc/" });
    expect(json).toMatchObject({ id: null, error: { code: -32000 } });
  });

  it("is switched on at run time, without a restart, and off again", async () => {
    const { result } = await webapp({ running: true });
    expect(result).toMatchObject({ applications: [{ name: "jsonrpc", running: true, autostart: false }] });
    expect(await statuses()).toEqual(ON);
    await webapp({ running: false });
    expect(await statuses()).toEqual(OFF);
  });

  it("is forgotten at a restart unless it starts automatically", async () => {
    await webapp({ running: true });
    await here.restart();
    expect(await statuses()).toEqual(OFF);
  });

  it("is remembered when it starts automatically", async () => {
    const { result } = await webapp({ autostart: true });
    expect(result).toMatchObject({ applications: [{ running: false, autostart: true }] });
    expect(await statuses()).toEqual(OFF);
    await here.restart();
    expect(await statuses()).toEqual(ON);
    await webapp({ running: false, autostart: false });
    await here.restart();
    expect(await statuses()).toEqual(OFF);
  });

  it("follows http.jsonrpc, not what was remembered", async () => {
    await here.restart({ "http.jsonrpc": "true" });
    expect(await statuses()).toEqual(ON);
    await webapp({ autostart: true });
    await here.restart({ "http.jsonrpc": "false" });
    expect(await statuses()).toEqual(OFF);
  });

  it("needs a token like everything else", async () => {
    await here.restart({ "http.jsonrpc": "true" });
    expect((await rpc(here.http, "Echo", { Echo: "x" }, { path: "/jsonrpc/" })).code).toBe(-32002);
  });
});

describe("The endpoints", () => {
  it("listen on loopback", async () => {
    const here = await startHere({ fresh: true });
    expect(here.https).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/$/);
    expect(here.http).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  });

  it("can be switched off one by one", async () => {
    const here = await startHere({ fresh: true, settings: { "http.enabled": "false" } });
    expect([here.https === "", here.http]).toEqual([false, ""]);
    await here.restart({ "http.enabled": "true", "https.enabled": "false" });
    expect([here.https, here.http === ""]).toEqual(["", false]);
  });

  it("do not speak plain HTTP on another address unless that is configured", async () => {
    const here = await startHere({ fresh: true, settings: { host: "0.0.0.0" } });
    expect(here.http).toBe("");
    expect(here.https).not.toBe("");
    expect(here.log.some((line) => line.includes("http.allow_plain_remote"))).toBe(true);
    await here.restart({ "http.allow_plain_remote": "true" });
    expect(here.http).not.toBe("");
  });
});

describe("Over limits.connections", () => {
  it("a new connection is served, and the one that has been idle the longest is closed", async () => {
    const here = await startHere({ fresh: true, settings: { "limits.connections": "3" } });
    const echo = callText("Echo", "{}");
    const request = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${echo.length}\r\n\r\n${echo}`;
    const first = await Line.open(here.https);
    const second = await Line.open(here.https);
    const third = await Line.open(here.https);
    first.say(request);
    expect(await first.hear()).toMatch(/^HTTP\/1\.1 200 /);
    expect((await send(here.https, echo, { close: true })).status).toBe(200);
    expect(await second.hearOut()).toBe("");
    for (const line of [first, third]) line.say(request);
    expect(await first.hear(/(HTTP[\s\S]*){2}\}$/)).toMatch(/^(HTTP\/1\.1 200 [\s\S]*){2}$/);
    expect(await third.hear()).toMatch(/^HTTP\/1\.1 200 /);
    for (const line of [first, third]) line.close();
  });
});

describe("While the service stops", () => {
  it("a request under way is answered, and its connection closed", async () => {
    const here = await startHere();
    const echo = callText("Echo", { Token: here.token, Echo: "last words" });
    const line = await Line.open(here.https);
    line.say(
      `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${echo.length}\r\n\r\n${echo.slice(0, 20)}`,
    );
    await here.info("svc.router.uptime");
    const stopped = here.stop();
    line.say(echo.slice(20));
    const heard = await line.hearOut();
    expect(heard).toMatch(/^HTTP\/1\.1 200 /);
    expect(heard).toMatch(/\r\nConnection: close\r\n/i);
    expect(heard).toContain('{"Result":"last words"}');
    await stopped;
  });

  it("a new request gets a 503", async () => {
    const here = await startHere();
    const line = await Line.open(here.https);
    line.say("POST / HTTP/1.1\r\nHost: localhost\r\n");
    await here.info("svc.router.uptime");
    const stopped = here.stop();
    line.say("Content-Length: 2\r\n\r\n{}");
    expect(await line.hearOut()).toMatch(/^HTTP\/1\.1 503 [\s\S]*"id":null,"error":\{"code":-32000/);
    await stopped;
  });
});
