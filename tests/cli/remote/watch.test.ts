import { TestClock } from "@pilothouse/system/testing/test-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Person } from "../command.js";
import { loggedIn, PASSWORD, startService, type TestService } from "../service.js";
import { answering, OtherServer } from "../session/other-server.js";

/** All that our own service says of itself: half of it would be no answer to the client. */
const STATUS = {
  ...{ simulated: false, router: "i2pd", phase: "running", version: "0.1.0", updates: "none", note: null },
  ...{ next: null, until: null, retryAt: null, crash: null, starts: 1, restartNeeded: false, factory: false },
  ...{ sampled: 1_700_003_599_000, time: 1_700_003_600_000 },
};

describe("watch", () => {
  let service: TestService;
  beforeAll(async () => {
    const clock = TestClock.running();
    service = await startService({ clock });
    clock.advance(20 * 60_000);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const watching = (columns = 100, rows = 30) =>
    new Person(loggedIn(service)).terminal(["watch", "--interval", "200ms"], { columns, rows });

  it("shows status, bandwidth, tunnels and peers, and keeps doing so", async () => {
    const terminal = watching();
    await terminal.shows(/Simulation: .*OK/);
    expect(terminal.isFullScreen).toBe(true);
    const wanted = [
      service.url,
      /up 2\d min/,
      /In {3}[\d.]+ KiB\/s/,
      /Out {2}[\d.]+ KiB\/s/,
      /Tunnels {2}\d+ participating, [\d.]+% of builds succeed/,
      /Peers {4}\d+ known, \d+ active, \d+ fast, \d+ of high capacity/,
      /[▁▂▃▄▅▆▇█]{3,}/,
    ];
    // One after the other: a look can fall into the middle of a drawing.
    for (const one of wanted) await terminal.shows(one);
    await terminal.shows(/[▁▂▃▄▅▆▇█]{8,}/);
    terminal.type("q");
    expect(await terminal.ended()).toBe(0);
  });

  it.each([
    ["q", 0],
    ["\u0003", 130],
  ])("gives the terminal back as it was after %j", async (key, code) => {
    const terminal = watching();
    await terminal.shows("q quits");
    expect(terminal.cursorIsHidden).toBe(true);
    terminal.type(key);
    expect(await terminal.ended()).toBe(code);
    expect(terminal.isFullScreen).toBe(false);
    expect(terminal.cursorIsHidden).toBe(false);
  });

  it("fits a terminal of any size, also one that changes", async () => {
    const terminal = watching(120, 40);
    await terminal.shows("q quits");
    for (const [columns, rows] of [
      [40, 12],
      [200, 50],
      [15, 3],
      [80, 24],
    ] as const) {
      terminal.resize(columns, rows);
      const top = columns < 60 ? /^https:/ : /^https:.*up 2\d min/;
      await terminal.shows((text) => {
        const lines = text.split("\n");
        return top.test(lines[0] ?? "") && lines.at(-1) === "q quits" && lines.length <= rows;
      });
    }
    terminal.type("q");
    expect(await terminal.ended()).toBe(0);
  });

  it("ends cleanly on a signal", async () => {
    const terminal = watching();
    await terminal.shows("q quits");
    process.kill(terminal.pty.pid, "SIGTERM");
    expect(await terminal.ended()).toBe(130);
    expect(terminal.isFullScreen).toBe(false);
  });
});

describe("watch and the time before", () => {
  it("begins with the history there is", async () => {
    const now = 1_700_003_600_000;
    const values = Array.from({ length: 60 }, (_, index) => (index < 20 ? null : 1_000 + index));
    await using server = await OtherServer.start({
      RouterInfo: answering({ "i2p.router.status": "fine", "i2p.router.net.bw.inbound.1s": 1_060 }),
      "pilothouse.status": () => ({ ...STATUS, time: now }),
      "pilothouse.history": () => ({
        ...{ from: now - 3_600_000, to: now, step: 60_000 },
        series: ["bw.recvRate", "bw.sendRate"].map((stat) => ({ stat, values })),
      }),
    });
    const person = new Person({ PILOTHOUSE_PASSWORD: "secret" });
    // So slow that its own looks would take most of an hour to fill this.
    const terminal = person.terminal(["watch", "--interval", "60s", "--url", server.url]);
    await terminal.shows(/[▁▂▃▄▅▆▇█]{40,}/);
    terminal.type("q");
    expect(await terminal.ended()).toBe(0);
  });
});

describe("watch and a connection that breaks", () => {
  it("says so, tries again and continues", async () => {
    await using service = await startService();
    const terminal = new Person(loggedIn(service)).terminal(["watch", "--interval", "200ms"]);
    await terminal.shows("Simulation:");
    await service.stop();
    await terminal.shows(/NO CONNECTION for \d+ s: .*trying again/);
    // What was known last stays to be seen.
    expect(terminal.text).toContain("Simulation:");
    await service.startAgain();
    await terminal.shows(/Router \S+\n/);
    expect(terminal.text).not.toContain("NO CONNECTION");
    terminal.type("q");
    expect(await terminal.ended()).toBe(0);
  });

  it("is left with the right words when the login is lost", async () => {
    await using service = await startService();
    const person = new Person();
    await person.json(["login", service.url, "--fingerprint", service.fingerprint], {
      env: { PILOTHOUSE_PASSWORD: PASSWORD },
    });
    const terminal = person.terminal(["watch", "--interval", "200ms"]);
    await terminal.shows("q quits");
    await new Person(loggedIn(service)).run(["passwd"], { input: "another password\n" });
    expect(await terminal.ended()).toBe(4);
    expect(terminal.isFullScreen).toBe(false);
    expect(terminal.text).toContain("you are not logged in");
  });

  it("does not begin when there is no server", async () => {
    const terminal = new Person().terminal(["watch", "--url", "http://127.0.0.1:9/"], {
      env: { PILOTHOUSE_TOKEN: "x" },
    });
    expect(await terminal.ended()).toBe(5);
    expect(terminal.raw).not.toContain("\u001b[?1049h");
  });
});
