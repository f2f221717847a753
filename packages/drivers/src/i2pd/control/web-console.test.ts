import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { cancelOn, drainOn, withCancelling } from "../life/cancelling.js";
import { consolePlace } from "./web-console.js";

const conf = (settings: { readonly [name: string]: string }) => new Map(Object.entries(settings));

/** A console with these commands on its page; what it was sent is kept. */
async function consoleWith(commands: readonly string[], status = 200) {
  const sent: string[] = [];
  const server = createServer(({ url, rawHeaders }, response) => {
    sent.push(`${url} ${rawHeaders[rawHeaders.indexOf("Authorization") + 1]}`);
    const links = commands.map((name) => `<a href="/?cmd=${name}&token=42">x</a>`);
    response.writeHead(status).end(url?.includes("page=commands") ? links.join("\n") : "SUCCESS");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const port = String((server.address() as AddressInfo).port);
  const place = (more = {}) => consolePlace("attach", conf({ "http.port": port, ...more }));
  return { sent, place };
}

describe("i2pd's web console", () => {
  it("is where its file says, and off for a router that we start unless its file asks for it", () => {
    expect(consolePlace("supervise", conf({}))).toBeUndefined();
    expect(consolePlace("supervise", conf({ "http.enabled": "1", "http.webroot": "/r/" }))).toEqual({
      url: "http://127.0.0.1:7070/r/",
      login: undefined,
    });
    expect(consolePlace("attach", conf({ "http.address": "::1", "http.port": "1" }))?.url).toBe(
      "http://[::1]:1/",
    );
    expect(consolePlace("attach", conf({ "http.enabled": "false" }))).toBeUndefined();
  });

  it.each([
    "@pilothouse.test/",
    "@pilothouse.test",
    ":1@pilothouse.test/",
    "\\\\pilothouse.test/",
    "//pilothouse.test/",
    "?x",
    "#x",
  ])("is on no other host, whatever its path is: %s", (path) => {
    const place = consolePlace("attach", conf({ "http.port": "1", "http.webroot": path }));
    const { host, username, search, hash } = new URL(`${place?.url}?page=commands`);
    expect([host, username, search, hash]).toEqual(["127.0.0.1:1", "", "?page=commands", ""]);
  });

  it("begins and cancels a wait with the token of its page, and its login", async () => {
    const { sent, place } = await consoleWith(["shutdown_start", "shutdown_cancel"]);
    const login = place({ "http.auth": "true", "http.user": "a", "http.pass": "b:c" });
    expect(await drainOn(login)).toBe(true);
    await cancelOn(login);
    const basic = `Basic ${btoa("a:b:c")}`;
    expect(sent).toEqual([
      `/?page=commands ${basic}`,
      `/?cmd=shutdown_start&token=42 ${basic}`,
      `/?page=commands ${basic}`,
      `/?cmd=shutdown_cancel&token=42 ${basic}`,
    ]);
  });

  it("cancels a wait that it offers to cancel only in a moment, because the signal for it is under way", async () => {
    const commands = ["shutdown_start"];
    const { sent, place } = await consoleWith(commands);
    const cancelled = cancelOn(place());
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    commands.splice(0, 1, "shutdown_cancel");
    await cancelled;
    expect(sent.at(-1)).toContain("?cmd=shutdown_cancel&token=42");
  });

  it("that is off makes the phase say that the wait cannot be cancelled", async () => {
    const draining = { name: "draining", next: "stop", until: 1 } as const;
    const off = async () => undefined;
    expect(await withCancelling(draining, off)).toEqual({ ...draining, cancellable: false });
    expect(await withCancelling({ name: "running" }, off)).toEqual({ name: "running" });
    const { place } = await consoleWith([]);
    expect(await withCancelling(draining, async () => place())).toEqual(draining);
  });

  it("that is off, refuses the login, or has no such link cancels nothing, and the error says why", async () => {
    await expect(cancelOn(undefined)).rejects.toThrow("http.enabled=true");
    const closed = await consoleWith(["shutdown_cancel"], 401);
    await expect(cancelOn(closed.place())).rejects.toThrow("http.user and http.pass");
    const waits = await consoleWith(["terminate"]);
    await expect(cancelOn(waits.place())).rejects.toThrow("through its control service");
    expect(waits.sent.filter((one) => !one.startsWith("/?page=commands "))).toEqual([]);
    const broken = await consoleWith([], 500);
    await expect(cancelOn(broken.place())).rejects.toThrow("HTTP 500");
    expect(await drainOn(broken.place())).toBe(false);
    expect(await drainOn(undefined)).toBe(false);
  });
});
