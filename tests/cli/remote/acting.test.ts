import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { connect, httpLink } from "@pilothouse/client";
import { scratch } from "@pilothouse/system/testing/scratch";
import { TestClock } from "@pilothouse/system/testing/test-clock";
import { describe, expect, it } from "vitest";
import { Person } from "../command.js";
import { loggedIn, startService } from "../service.js";
import { answering, OtherServer } from "../session/other-server.js";

const MINUTE = 60_000;

/** A service whose router has tunnels to wait for, with a clock that makes the wait short. */
async function busyService() {
  const clock = TestClock.running();
  const service = await startService({ clock, flags: { "simulator.longest_wait": "10m" } });
  clock.advance(20 * MINUTE);
  return { clock, service, person: new Person(loggedIn(service)) };
}

describe("restart", () => {
  it("waits gracefully at a terminal and shows how the tunnels run out", async () => {
    const { clock, service, person } = await busyService();
    await using _service = service;
    const terminal = person.terminal(["restart", "--graceful", "--wait"]);
    await terminal.shows(/[█░]{20} \d+ of \d+ tunnels left; .*Restarting/);
    clock.advance(5 * MINUTE);
    await terminal.shows(/█░/);
    clock.speed = 100;
    expect(await terminal.ended()).toBe(0);
    const shown = [...terminal.raw.matchAll(/(\d+) of (\d+) tunnels left/g)];
    const left = shown.map(([, count]) => Number(count));
    expect(left.at(-1)).toBeLessThan(left[0] ?? 0);
    // Tunnels are accepted until the wait begins.
    expect(shown.filter(([, count, most]) => Number(count) > Number(most))).toEqual([]);
    expect(terminal.text).toContain("Ctrl-C ends only this waiting");
    expect(terminal.text).toContain("The router is back.");
    expect(terminal.text).not.toContain("tunnels left");
    expect((await person.json(["info", "uptime"])).uptime).toBeLessThan(20 * MINUTE);
  });

  it("keeps the time left in sight at 80 columns", async () => {
    const { service, person } = await busyService();
    await using _service = service;
    const terminal = person.terminal(["restart", "-gw"], { columns: 80 });
    await terminal.shows(/^. [█░]{20} \d+ of \d+ tunnels left; at most \d+ (min|s)/m);
  });

  it("of a router that has just started is over when it was started again", async () => {
    // So fast that the whole restart lies between two looks.
    const clock = TestClock.running();
    clock.speed = 50;
    await using service = await startService({ clock });
    const person = new Person(loggedIn(service));
    const starts = async () => (await person.json(["call", "pilothouse.status"])).starts;
    for (const before of [1, 2]) {
      expect(await starts()).toBe(before);
      expect(await person.json(["restart", "--wait"])).toMatchObject({ over: true });
      expect(await starts()).toBe(before + 1);
    }
  });

  it("survives a service that goes away, breaks off handshakes and comes back", async () => {
    const { service, person } = await busyService();
    await using _service = service;
    const { url, token, fingerprint } = service;
    const client = connect(httpLink(url, { fingerprint }), { token });
    const waited = person.run(["restart", "--wait", "--json"]);
    await expect
      .poll(async () => JSON.stringify(await client.call("pilothouse.audit")))
      .toContain('"Restart"');
    client.close();
    await service.stop();
    // A TLS alert: handshake failure.
    const broken = createServer((socket) => {
      socket.on("error", () => {}).resume();
      socket.end(Buffer.from("15030300020228", "hex"));
    });
    const knocked = new Promise((seen) => broken.once("connection", seen));
    broken.listen(Number(new URL(url).port), "127.0.0.1");
    await knocked;
    await new Promise((closed) => broken.close(closed));
    await service.startAgain();
    const { code, out, err } = await waited;
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out)).toMatchObject({ over: true });
  });

  it("says that the router was rolled back to the last configuration that worked", async () => {
    let restarted = false;
    const note =
      "The router did not start: no way\u202e out. It was rolled back to the last configuration that worked";
    await using server = await OtherServer.start({
      RouterInfo: answering({ "i2p.router.status": "fine", "i2p.router.uptime": 60_000 }),
      RouterManager: () => {
        restarted = true;
        return { Restart: null };
      },
      "pilothouse.status": () =>
        restarted
          ? { phase: "running", starts: 3, note }
          : { phase: "running", starts: 1, note: "from before" },
    });
    const person = new Person({ PILOTHOUSE_PASSWORD: "secret" });
    const { code, out, err } = await person.run(["restart", "--wait", "--url", server.url]);
    expect({ code, out }).toEqual({ code: 0, out: "The router is back.\n" });
    expect(err).toContain("rolled back to the last configuration that worked");
    expect(err).not.toContain("\u202e");
    restarted = false;
    expect(await person.json(["restart", "--wait", "--url", server.url])).toMatchObject({ note });
  });

  it("ends with 4 when the session is lost and nothing else shows how it went", async () => {
    let asked = false;
    await using server = await OtherServer.start({
      RouterInfo: answering({ "i2p.router.status": "fine", "i2p.router.uptime": 60_000 }),
      RouterManager: () => {
        asked = true;
        return { Restart: null };
      },
    });
    const person = new Person();
    await person.json(["login", server.url], { env: { PILOTHOUSE_PASSWORD: "secret" } });
    const waited = person.run(["restart", "--wait"]);
    await expect.poll(() => asked).toBe(true);
    server.forget();
    expect(await waited).toMatchObject({ code: 4 });
  });

  it("only asks for it without --wait", async () => {
    const { service, person } = await busyService();
    await using _service = service;
    expect(await person.json(["restart", "-g"])).toEqual({ action: "restart", graceful: true, over: false });
    expect((await person.json(["info", "status"])).status).toContain("Restarting when");
    expect(await person.json(["restart", "--wait"])).toEqual({
      action: "restart",
      graceful: false,
      over: true,
    });
  });

  it("exits with 7 when it takes too long, and with 130 on Ctrl+C", async () => {
    const { service, person } = await busyService();
    await using _service = service;
    const late = await person.run(["restart", "-g", "-w", "--timeout", "1s", "--json"]);
    expect(late).toMatchObject({ code: 7, out: "" });
    expect(late.err).toContain("not over after 1 s");
    const terminal = person.terminal(["restart", "-gw"]);
    await terminal.shows("tunnels left");
    terminal.type("\u0003");
    expect(await terminal.ended()).toBe(130);
    expect(terminal.text).toContain("the router continues without this command");
  });
});

describe("cancel", () => {
  it("ends a graceful wait, for those who wait for its end as well", async () => {
    const { service, person } = await busyService();
    await using _service = service;
    expect(await person.json(["cancel"])).toEqual({ action: "cancel", cancelled: false });
    const terminal = person.terminal(["restart", "-gw"]);
    await terminal.shows("tunnels left");
    expect(await person.run(["cancel"])).toMatchObject({
      code: 0,
      out: "Cancelled: the router keeps running.\n",
    });
    expect(await terminal.ended()).toBe(1);
    expect(terminal.text).toContain("was cancelled");
    expect((await person.json(["info", "uptime"])).uptime).toBeGreaterThan(20 * MINUTE);
  });
});

describe("shutdown", () => {
  it("asks first, stops the router, and restart starts it again", async () => {
    const { clock, service, person } = await busyService();
    await using _service = service;
    clock.speed = 20;
    expect(await person.run(["shutdown"])).toMatchObject({ code: 2 });
    const unsure = person.terminal(["shutdown"]);
    await unsure.answer("Shut the router down?", "n");
    expect(await unsure.ended()).toBe(1);
    expect((await person.json(["info", "uptime"])).uptime).toBeGreaterThan(0);
    expect(await person.json(["shutdown", "--wait", "--yes"])).toMatchObject({ over: true });
    expect((await person.json(["info", "uptime"])).uptime).toBe(0);
    expect(await person.json(["restart", "--wait"])).toMatchObject({ over: true });
    expect((await person.json(["info", "uptime"])).uptime).toBeGreaterThan(0);
  });
});

describe("reseed", () => {
  it("waits until the router knows more of the others", async () => {
    const { clock, service, person } = await busyService();
    await using _service = service;
    clock.speed = 5;
    const { over, knownpeers } = await person.json(["reseed", "--wait"]);
    expect(over).toBe(true);
    expect(knownpeers).toBeGreaterThan(0);
    expect((await person.json(["info", "netdb.isreseeding"]))["netdb.isreseeding"]).toBe(false);
    expect(await person.json(["reseed"])).toEqual({ action: "reseed", over: false });
  });
});

describe("update", () => {
  it("checks for an update, installs it and shows the final status", async () => {
    const dir = scratch();
    const [file, key, feed] = ["router.zip", "key.pem", "feed"].map((name) => join(dir, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(file, "a new router");
    const { out } = await new Person().run(["feed", "keygen", "--out", key]);
    const signed = await new Person().run([
      "feed",
      "sign",
      file,
      "--release",
      "99.0.0",
      "--product",
      "simulator",
      "--key",
      key,
      "--out",
      feed,
    ]);
    expect(signed.code).toBe(0);
    await using service = await startService({
      flags: { "update.feed": feed, "update.public_key": out.trim() },
    });
    const person = new Person(loggedIn(service));
    expect(await person.json(["update", "--check"])).toEqual({ available: true });
    const terminal = person.terminal(["update"]);
    expect(await terminal.ended()).toBe(0);
    expect(terminal.raw).toContain("looking for an update");
    expect(terminal.text).toContain("Version 99.0.0 is installed");
    await person.json(["restart", "--wait"]);
    expect((await person.json(["info", "version"])).version).toBe("99.0.0");
    expect(await person.json(["update"])).toEqual({ available: false });
  });

  it("says why it is unknown whether there is an update", async () => {
    const flags = { "update.feed": "/nowhere/at/all", "update.public_key": `${"A".repeat(43)}=` };
    await using service = await startService({ flags });
    const { code, out, err } = await new Person(loggedIn(service)).run(["update", "--check"]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain("The update feed cannot be read");
  });

  it("says plainly that no feed is set", async () => {
    await using service = await startService();
    const { code, out, err } = await new Person(loggedIn(service)).run(["update", "--check"]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain("no update feed is set");
    expect(err).toContain("update.feed");
  });
});
