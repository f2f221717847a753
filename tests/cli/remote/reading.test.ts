import { TestClock } from "@pilothouse/system/testing/test-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Person } from "../command.js";
import { loggedIn, startService, type TestService } from "../service.js";

let service: TestService;
let person: Person;

beforeAll(async () => {
  const clock = TestClock.running();
  service = await startService({ clock });
  // A router that has run for a while has tunnels and traffic to show.
  clock.advance(20 * 60_000);
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  person = new Person(loggedIn(service));
});

describe("info", () => {
  it("prints all keys with the values of the wire as JSON", async () => {
    const answer = await person.json(["info"]);
    expect(Object.keys(answer)).toHaveLength(17);
    expect(answer.uptime).toBeGreaterThan(20 * 60_000);
    expect(answer["net.tunnels.participating"]).toBeGreaterThan(0);
  });

  it("prints some keys, by any of their names", async () => {
    const answer = await person.json(["info", "uptime", "svc.router.version", "i2p.router.net.status"]);
    expect(Object.keys(answer)).toEqual(["uptime", "version", "net.status"]);
  });

  it("is a table with units for people, without colour in a pipe", async () => {
    const { code, out } = await person.run(["info", "uptime", "net.bw.inbound.1s", "net.status"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^uptime\s+2\d min( \d+ s)?\n/);
    expect(out).toMatch(/^net\.bw\.inbound\.1s\s+[\d.]+ (B|KiB|MiB)\/s$/m);
    expect(out).toMatch(/^net\.status\s+\w+ \(\d+\)$/m);
    expect(out).not.toContain("\u001b");
  });

  it("lists what only some routers have only for them, or when you ask for it", async () => {
    expect((await person.run(["info"])).out).not.toContain("status.own");
    expect((await person.run(["info", "status.own"])).out).toContain("(not reported)");
  });

  it("asks what was meant by a key that does not exist", async () => {
    const { code, out, err } = await person.run(["info", "uptme"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toBe("pilothouse: there is no key uptme; did you mean uptime?\n");
  });
});

describe("traffic", () => {
  it("prints bytes of today, this month and all time, by day and by month", async () => {
    expect(await person.json(["traffic"])).toMatchObject({ exact: true, budget: null });
    await expect.poll(async () => (await person.json(["traffic"])).all.received).toBeGreaterThan(0);
    const { code, out } = await person.run(["traffic"]);
    expect(code).toBe(0);
    for (const name of ["today", "this month", "all time"])
      expect(out).toMatch(new RegExp(`^${name}(\\s+[\\d.]+ (B|KiB|MiB|GiB)){3}$`, "m"));
    expect(out).toMatch(/^counted since \d{4}-/m);
    expect((await person.run(["traffic", "--days"])).out).toMatch(/^\d{4}-\d\d-\d\d\s+[\d.]+ \w+/m);
    expect((await person.run(["traffic", "--months"])).out).toMatch(/^\d{4}-\d\d\s+[\d.]+ \w+/m);
  });
});

describe("colour", () => {
  it("is for terminals that want it", async () => {
    const coloured = person.terminal(["net", "get"]);
    expect(await coloured.ended()).toBe(0);
    expect(coloured.raw).toContain("\u001b[2m");
    const plain = person.terminal(["net", "get"], { env: { NO_COLOR: "1" } });
    expect(await plain.ended()).toBe(0);
    expect(plain.raw).not.toContain("\u001b[");
    expect(plain.text).toContain("bw.in");
  });
});

describe("rate", () => {
  it.each(["60s", "1m", "60000", "60000ms"])("takes a period of %s", async (period) => {
    const answer = await person.json(["rate", "bw.recvRate", period]);
    expect(answer).toMatchObject({ stat: "bw.recvRate", period: 60_000 });
    expect(answer.value).toBeGreaterThan(0);
  });

  it("has the unit of its statistic", async () => {
    expect((await person.run(["rate", "bw.combined", "1h"])).out).toMatch(/^[\d.]+ (B|KiB|MiB)\/s\n$/);
    expect((await person.run(["rate", "netDb.knownPeers", "1h"])).out).toMatch(/^\d+(\.\d+)?\n$/);
  });

  it.each([
    ["bw.sendrat", "60s", "did you mean bw.sendRate?"],
    ["bw.sendRate", "soon", "is not a length of time"],
    ["bw.sendRate", "40d", "31 days"],
  ])("refuses %s %s", async (stat, period, why) => {
    const { code, err } = await person.run(["rate", stat, period]);
    expect(code).toBe(2);
    expect(err).toContain(why);
  });
});

describe("echo and call", () => {
  it("give back what they are sent", async () => {
    expect(await person.json(["echo", "hello", "world"])).toEqual({ echo: "hello world" });
    expect(await person.json(["call", "Echo", '{"Echo": "x"}'])).toEqual({ Result: "x" });
    expect(await person.json(["call", "Echo", "-"], { input: '{"Echo": "y"}' })).toEqual({ Result: "y" });
  });

  it("show what is sent so that it cannot control the terminal", async () => {
    const evil = "\u001b[2J\u009b2J";
    expect((await person.run(["echo", evil])).out).toBe("\ufffd[2J\ufffd2J\n");
    expect((await person.run(["echo", evil, "--json"])).out).toContain("\\u001b[2J\\u009b2J");
  });

  it("say what the server says to a method that it does not have", async () => {
    const { code, err } = await person.run(["call", "NoSuchMethod"]);
    expect(code).toBe(1);
    expect(err).toContain("Method not found");
    expect(await person.run(["call", "Echo", "[1]"])).toMatchObject({ code: 2 });
  });
});

describe("watch without a terminal", () => {
  it("prints a line of JSON for each look", async () => {
    const { code, out } = await person.run(["watch", "--json", "--count", "3", "--interval", "200ms"]);
    expect(code).toBe(0);
    const looks = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(looks).toHaveLength(3);
    expect(looks[2].uptime).toBeGreaterThanOrEqual(looks[0].uptime);
    expect(await person.run(["watch"])).toMatchObject({ code: 2 });
  });
});
