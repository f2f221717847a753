import { readFileSync } from "node:fs";
import type { Info } from "@pilothouse/protocol";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ConsoleFixture, drawn, open, signIn } from "./support/console-fixture.js";
import { eventually } from "./support/eventually.js";
import { PAGES } from "./support/pages.js";

const HOUR = 3_600_000;
const tile = (page: Page, label: string) => page.locator(".tile", { hasText: label });
const status = (page: Page) => page.locator(".state h2");
const greyed = (page: Page) => page.locator("main > .away");

/** Lets the router report other figures from now on. */
function report({ simulator }: ConsoleFixture, figures: Partial<Info>): void {
  const read = simulator.read.bind(simulator);
  simulator.read = async (signal) => {
    const { facts, ...rest } = await read(signal);
    return { ...rest, facts: { ...facts, ...figures } };
  };
}

/** Keeps the timers that run every second. */
const CLOCKS = `
  window.clocks = new Set();
  const { setInterval, clearInterval } = window;
  window.setInterval = (work, ms) => {
    const id = setInterval(work, ms);
    if (ms === 1_000) clocks.add(id);
    return id;
  };
  window.clearInterval = (id) => {
    clocks.delete(id);
    clearInterval(id);
  };
`;

/** Counts from now on, and since the last answer, how often the functions of the page were called that contain a text. */
async function callsOf(page: Page, text: RegExp): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Profiler.enable");
  await session.send("Debugger.enable");
  await session.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return async () => {
    const { result } = await session.send("Profiler.takePreciseCoverage");
    let calls = 0;
    for (const { scriptId, functions } of result) {
      const { scriptSource } = await session.send("Debugger.getScriptSource", { scriptId });
      // The one without a name is the file itself.
      for (const { functionName, ranges } of functions)
        for (const { startOffset, endOffset, count } of ranges)
          if (functionName !== "" && text.test(scriptSource.slice(startOffset, endOffset))) calls += count;
    }
    return calls;
  };
}

describe("the overview", () => {
  it("shows the router's state in numbers and words", async () => {
    const fixture = await ConsoleFixture.open({ watched: 2 * HOUR });
    const page = await fixture.signedIn();
    await eventually(() => status(page).textContent()).toBe("All is well");
    const facts = page.locator(".facts");
    await eventually(() => facts.textContent()).toMatch(/Uptime2\sh.*Versionsimulator 2\.10\.0/);
    for (const label of ["Inbound", "Outbound"])
      await eventually(() => tile(page, label).textContent()).toMatch(
        /[\d.]+\u00a0KiB\/s.*[\d.]+\u00a0KiB\/s over 15\u00a0s/,
      );
    const tunnels = tile(page, "Participating tunnels");
    await eventually(() => tunnels.textContent()).toMatch(/\d+.*Tunnel build success: \d+%/);
    await eventually(() => tile(page, "Active peers").textContent()).toMatch(
      /High capacity:\s\d+, Fast:\s\d+/,
    );
    // Of the time before the service ran nothing is known.
    const uptime = page.locator(".uptime");
    await eventually(() => uptime.textContent()).toMatch(/^1.d: 100%.*30.d: 100%/);
    await eventually(() => uptime.locator(".unknown").count()).toBeGreaterThan(40);
    await eventually(() => uptime.locator(".good").count()).toBeGreaterThan(2);
    // On paper it is black on white in any theme, without what can only be clicked.
    await page.getByLabel("Theme").selectOption("dark");
    await page.emulateMedia({ media: "print" });
    const colours = () =>
      page.evaluate(
        `[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.body).color].join(" ")`,
      );
    await eventually(colours).toBe("rgb(255, 255, 255) rgb(0, 0, 0)");
    for (const gone of [".top", "nav", ".ranges"]) expect(await page.locator(gone).isVisible()).toBe(false);
    await page.getByRole("heading", { name: "Bandwidth" }).waitFor();
    await page.emulateMedia({ media: "screen" });
    // Figures that not every router reports are there if it does.
    const figures = page.locator(".card", { hasText: "Tunnels and peers in detail" });
    expect(await figures.count()).toBe(0);
    report(fixture, { "router.net.tunnels.inbound": 12, "router.net.transit.sent.bytes": 3 * 2 ** 20 });
    await eventually(() => figures.locator("dl").textContent()).toBe(
      "Own inbound tunnels12Sent for others since the start3\u00a0MiB",
    );
  });

  it("is one of the pages that have on paper what they say, without what only asks or can be clicked", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn();
    for (const { path, title, content } of PAGES) {
      await page.emulateMedia({ media: "screen" });
      await page.evaluate((where) => location.assign(`#/${where}`), path);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await content(page).waitFor();
      await page.emulateMedia({ media: "print" });
      const bare = await page.locator("main .card:visible").evaluateAll((cards) =>
        cards.map((card) => {
          const { innerText } = card as unknown as { innerText: string };
          return innerText.trim().split("\n");
        }),
      );
      // Of a card that has only a heading, nobody would know what it is for.
      expect(
        bare.filter((lines) => lines.filter(Boolean).length < 2),
        title,
      ).toEqual([]);
      expect(await page.locator("main button:visible").count(), title).toBe(0);
      expect(await page.locator("main input[type=password]:visible").count(), title).toBe(0);
    }
  });

  it("says plainly that it shows a simulation", async () => {
    const page = await (await ConsoleFixture.open()).signedIn();
    await eventually(() => page.locator(".banners").textContent()).toContain(
      "Demo mode: simulated router, no real traffic.",
    );
  });

  it("updates every second, half as often while nobody uses it, and says when the service's clock is another", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn();
    const value = tile(page, "Inbound").locator(".value");
    const before = await value.textContent();
    await eventually(() => value.textContent()).not.toBe(before);
    await page.evaluate(UNUSED);
    await eventually(() => page.evaluate("polls.length")).toBeGreaterThanOrEqual(4);
    // The first may have been waited for already.
    const gaps = await page.evaluate<number[]>("polls.slice(2).map((at, index) => at - polls[index + 1])");
    expect(Math.min(...gaps)).toBeGreaterThan(1_900);
    const clock = page.locator(".banners", { hasText: "The service's clock" });
    expect(await clock.count()).toBe(0);
    fixture.clock.advance(-2 * HOUR);
    await eventually(() => clock.textContent()).toContain(
      "The service's clock is 2\u00a0h behind this device's.",
    );
    await open(page, "Password and sessions");
    const issued = page.locator('td[data-column="Signed in"]');
    await eventually(() => issued.first().textContent()).toBe("now");
  });

  it("renders with each poll only what shows its values, and has no clock of its own for a problem", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.page();
    await page.addInitScript(CLOCKS);
    await page.reload();
    await signIn(page);
    await fixture.ask("RouterManager", { Shutdown: null });
    await eventually(() => {
      fixture.clock.advance(1_000);
      return status(page).textContent();
    }).toBe("The router is stopped");
    const menus = await callsOf(page, /id:["'`]menu["'`]/);
    const polls = () => fixture.sent.filter((one) => one.includes("pilothouse.status")).length;
    const before = polls();
    await eventually(polls).toBeGreaterThan(before + 3);
    expect(await menus()).toBe(0);
    // Values that come late on a busy machine have one until they are there.
    await eventually(() => page.evaluate("clocks.size")).toBe(0);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole("button", { name: "Menu" }).click();
    await eventually(menus).toBeGreaterThan(0);
  });

  it("needs one request for its first view", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.page();
    await signIn(page);
    await page.locator(".tile").first().waitFor();
    // Before that, the page asks whether there is a password to choose.
    const login = fixture.sent.findIndex((one) => one.includes("Authenticate"));
    const first = fixture.sent[login + 1] ?? "";
    const methods = (JSON.parse(first) as { method: string }[]).map(({ method }) => method);
    expect(methods.sort()).toEqual([
      "NetworkSetting",
      "RouterInfo",
      "pilothouse.events",
      "pilothouse.health",
      "pilothouse.history",
      // The lines under the current values do not follow the graphs; and uptimes, of a day and a month.
      "pilothouse.history",
      "pilothouse.history",
      "pilothouse.history",
      "pilothouse.status",
      "pilothouse.traffic",
    ]);
  });

  it("draws graphs over every range, and zooms by dragging, by buttons and back", async () => {
    const fixture = await ConsoleFixture.open({ watched: 2 * HOUR });
    const page = await fixture.signedIn();
    /** The time range of the page's last request. */
    const asked = () => {
      const body = fixture.sent.findLast((one) => one.includes("pilothouse.history")) ?? "";
      const calls = [JSON.parse(body)].flat() as { params: { from?: number; to?: number } }[];
      const { from = 0, to = 0 } = calls.find(({ params }) => params.from !== undefined)?.params ?? {};
      return { from, span: to - from };
    };
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const plot = page.getByLabel(/^Bandwidth\. Inbound .*KiB\/s, Outbound .*KiB\/s/);
    await plot.waitFor();
    await press("15 min");
    await eventually(() => asked().span).toBe(HOUR / 4);
    await press("1 y");
    await eventually(() => asked().span).toBe(365 * 24 * HOUR);
    await press("1 h");
    await eventually(() => asked().span).toBe(HOUR);

    await page.locator('.ranges [aria-pressed="true"]', { hasText: "1 h" }).waitFor();
    await drawn(page);
    const box = await plot.locator(".u-over").boundingBox();
    if (box === null) throw new Error("there is no plot");
    await page.mouse.move(box.x + box.width * 0.25, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + 60, { steps: 5 });
    await page.mouse.up();
    await eventually(() => asked().span / HOUR).toBeCloseTo(0.5, 1);
    await eventually(() => page.locator('.ranges [aria-pressed="true"]').count()).toBe(0);

    await press("Zoom in");
    await eventually(() => asked().span / HOUR).toBeCloseTo(0.25, 1);
    const closer = asked().span;
    await press("Zoom out");
    await eventually(() => asked().span).toBe(2 * closer);
    const { from } = asked();
    await press("Earlier");
    await eventually(() => asked()).toEqual({ from: from - closer, span: 2 * closer });
    await drawn(page);
    await page.mouse.dblclick(box.x + 50, box.y + 50);
    await eventually(() => asked().span).toBe(HOUR);

    // A time of which nothing is on record: what is said of it has its date, and current values keep their lines.
    const past = page.locator(".past");
    expect(await past.count()).toBe(0);
    const day = Date.UTC(2025, 4, 3, 12);
    await page.goto(`${fixture.url}#/overview?from=${day}&to=${day + 2 * HOUR}`);
    await eventually(() => past.textContent()).toMatch(/3 May 2025.*\d\d:\d\d/);
    await page.getByText("Nothing was recorded in this time.").first().waitFor();
    await eventually(() => page.locator(".spark path").first().getAttribute("d")).toMatch(/^M.*L/);
    await press("Back to now");
    await eventually(() => asked().span).toBe(6 * HOUR);
    await eventually(() => past.count()).toBe(0);
  });

  it("takes the time range from its address, shows the time under the pointer, and saves the graphs", async () => {
    const fixture = await ConsoleFixture.open({ watched: 2 * HOUR });
    const limits = { "svc.router.net.bw.in": "321", "svc.router.net.bw.out": "123" };
    await fixture.ask("NetworkSetting", limits);
    await fixture.passTime(HOUR / 4, 20_000);
    await fixture.ask("NetworkSetting", { "svc.router.net.bw.share": "61" });
    const page = await fixture.page({ at: `${fixture.url}#/overview?range=6h` });
    await signIn(page);
    const pressed = page.locator('.ranges [aria-pressed="true"]');
    await eventually(() => pressed.textContent()).toMatch(/^6.h$/);
    await page.getByRole("button", { name: "1 h", exact: true }).click();
    await eventually(() => page.url()).toMatch(/#\/overview\?range=1h$/);
    await open(page, "Control");
    await open(page, "Overview");
    await eventually(() => pressed.textContent()).toMatch(/^1.h$/);
    await eventually(() => page.url()).toMatch(/#\/overview\?range=1h$/);

    const plot = page.getByLabel(/^Bandwidth\. Inbound \d/);
    const box = await plot.locator(".u-over").boundingBox();
    if (box === null) throw new Error("there is no plot");
    const graph = page.locator("figure", { has: plot });
    await page.mouse.move(box.x + box.width / 2, box.y + 40);
    await eventually(() => graph.locator(".cursor").textContent()).toMatch(/\d\d:\d\d/);
    // The change of settings is the last event.
    await page.mouse.move(box.x + box.width - 2, box.y + 40);
    await eventually(() => graph.locator(".marks").textContent()).toContain("Share for others");
    // The limits are those of the time under the pointer.
    const limit = graph.locator(".limit");
    await eventually(() => limit.textContent()).toMatch(/321\u00a0KiB\/s \/ 123\u00a0KiB\/s$/);
    await page.mouse.move(box.x + box.width / 2, box.y + 40);
    await eventually(() => limit.textContent()).not.toContain("321");
    await eventually(() => limit.textContent()).toMatch(/KiB\/s/);

    const saved = async (name: string) => {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name }).click();
      const file = await download;
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
    };
    const csv = await saved("Save as CSV");
    expect(csv.name).toMatch(/^pilothouse-\d{8}T\d{6}Z-\d{8}T\d{6}Z\.csv$/);
    const [head, ...lines] = csv.bytes.toString().split("\r\n");
    expect(head).toMatch(/^time,bw\.recvRate,bw\.sendRate,/);
    expect(lines.filter((line) => /^\d{4}-\d\d-\d\dT[\d:.]+Z,[\d.]+,/.test(line)).length).toBeGreaterThan(10);
    const png = await saved("Save as PNG");
    expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  });

  it("sends browser notifications of a problem and of its end, if you switched them on", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Notifications", { permissions: ["notifications"] });
    await page.evaluate(`(() => {
      window.shown = [];
      const permission = { get: () => "granted" };
      window.Notification = Object.defineProperty(
        class { constructor(title) { window.shown.push(title); } close() {} },
        "permission",
        permission,
      );
      window.Notification.requestPermission = async () => "granted";
    })()`);
    await page.getByRole("switch", { name: "Show messages" }).click();
    await fixture.ask("RouterManager", { Shutdown: null });
    const reply = () => page.evaluate("window.shown.join()");
    await eventually(() => {
      fixture.clock.advance(1_000);
      return reply();
    }).toBe("Pilothouse: The router is stopped");
  });

  it("names both limits as they were at the time", async () => {
    const fixture = await ConsoleFixture.open({ watched: 2 * HOUR });
    await fixture.ask("NetworkSetting", { "svc.router.net.bw.in": "2048", "svc.router.net.bw.out": "1024" });
    await fixture.passTime(HOUR / 2, 20_000);
    const page = await fixture.signedIn();
    const limit = page.locator(".graph .limit").first();
    await eventually(() => limit.textContent()).toBe("Limit 2\u00a0MiB/s / 1\u00a0MiB/s");
    const plot = page.getByLabel(/^Bandwidth\./).locator(".u-over");
    await drawn(page);
    const box = await plot.boundingBox();
    if (box === null) throw new Error("there is no plot");
    await page.mouse.move(box.x + box.width * 0.2, box.y + 40);
    await eventually(() => limit.textContent()).toBe("Limit 1\u00a0MiB/s / 512\u00a0KiB/s");
  });

  it("has the values of the graphs as numbers too", async () => {
    const page = await (await ConsoleFixture.open({ watched: 2 * HOUR })).signedIn();
    await page.locator("summary", { hasText: "Table" }).click();
    const row = page.getByRole("row", { name: /Inbound bandwidth/ });
    await eventually(() => row.textContent()).toMatch(/Inbound bandwidth([\d.]+\u00a0KiB\/s){4}/);
    await page.locator("summary", { hasText: "Traffic by day and month" }).click();
    const month = page.getByRole("row", { name: /^[A-Z][a-z]+ \d{4} / });
    await eventually(() => month.first().textContent()).toMatch(/^[A-Z][a-z]+ \d{4}[\d.]+\u00a0[KMG]iB/);
  });

  it("says what to do about a bad network status", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn();
    await fixture.ask("NetworkSetting", { "svc.router.net.upnp": "false" });
    fixture.clock.advance(30_000);
    await eventually(() => status(page).textContent()).toBe("Behind a firewall");
    await eventually(() => page.locator(".state").textContent()).toMatch(/things? to do: see below\./);
    const todo = page.locator(".to-do");
    await eventually(() => todo.textContent()).toMatch(/Forward TCP (and UDP )?\d+.* to this machine/);
    await todo.getByRole("link", { name: "Network settings" }).waitFor();
    report(fixture, { "router.net.status": 9 });
    fixture.clock.advance(30_000);
    await todo.locator("code", { hasText: "sudo timedatectl set-ntp true" }).waitFor();
    await todo.getByRole("button", { name: "Copy" }).waitFor();
  });
});

describe("the verdict", () => {
  it("is one on every page: badge, title and icon say the same", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn();
    const icon = async () =>
      decodeURIComponent((await page.locator('link[rel="icon"]').getAttribute("href")) ?? "");
    const GREEN = "#2fa36b";
    await eventually(icon).toContain(GREEN);
    await fixture.ask("NetworkSetting", { "svc.router.net.upnp": "false" });
    fixture.clock.advance(30_000);
    await eventually(() => status(page).textContent()).toBe("Behind a firewall");
    for (const { path, title } of PAGES) {
      await page.evaluate((where) => location.assign(`#/${where}`), path);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await eventually(() => page.title()).toBe(`Behind a firewall – ${title} – Pilothouse`);
      expect(await page.locator(".badge").textContent(), title).toBe("Behind a firewall");
      expect(await icon(), title).toContain("<circle");
      expect(await icon(), title).not.toContain(GREEN);
    }
  });
});

describe("while the service or the router is away", () => {
  it("is not green, and greys values that are older than three seconds", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn();
    const state = page.locator(".state");
    await eventually(() => state.getAttribute("class")).toContain("good");
    fixture.simulator.faults.hang();
    // The service still answers, with old values.
    fixture.clock.advance(4_000);
    await eventually(() => greyed(page).count()).toBe(1);
    await eventually(() => state.getAttribute("class")).toContain("warning");
    await eventually(() => page.title()).toMatch(/^(Slow answers|Values are .* old) – Overview/);
    fixture.simulator.faults.release();
    await eventually(() => state.getAttribute("class")).toContain("good");
    await fixture.stop();
    await eventually(() => state.getAttribute("class")).toContain("error");
    await eventually(() => status(page).textContent()).toBe("The service does not answer");
    // Once besides the badge.
    await eventually(() => page.locator("main").getByText("The service does not answer").count()).toBe(1);
  });

  it("keeps the last values, greyed, and recovers automatically", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn();
    await open(page, "Events");
    await open(page, "Overview");
    await fixture.stop();
    await page.getByText("The service does not answer").first().waitFor();
    await page.getByText(/Last values: .* ago/).waitFor();
    await eventually(() => tile(page, "Inbound").locator(".value").textContent()).toMatch(/KiB\/s/);
    await eventually(() => greyed(page).count()).toBe(1);
    await page.getByRole("navigation").getByRole("link", { name: "Events" }).click();
    // What could not be loaded is loaded when the service is back, without a click.
    await page.getByRole("main").getByRole("button", { name: "Try again" }).waitFor();
    await fixture.start();
    await page.getByText("Connected again.").waitFor({ state: "attached" });
    await page
      .getByRole("row", { name: /Service started/ })
      .first()
      .waitFor();
    await open(page, "Overview");
    await eventually(() => greyed(page).count()).toBe(0);
  });

  it("loads a page whose first request failed as soon as the service answers", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.page({ at: `${fixture.url}#/network` });
    let failed = false;
    await page.route("**/console/rpc", async (route) => {
      const first = !failed && route.request().postData()?.includes("NetworkSetting") === true;
      failed ||= first;
      await (first ? route.abort() : route.continue());
    });
    await signIn(page);
    await page.getByLabel("TCP port").waitFor();
    expect(failed).toBe(true);
  });

  it("says why the router is away, and keeps its last values", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn();
    const known = tile(page, "Known peers").locator(".value");
    await eventually(() => known.textContent()).toMatch(/[1-9]/);
    fixture.simulator.faults.hang();
    fixture.clock.advance(11_000);
    await page.getByText("The router does not answer").first().waitFor();
    // Its last traffic is not that of now.
    await eventually(() => page.locator(".legend b").first().textContent()).toBe("–");
    await eventually(() => known.textContent()).toMatch(/[1-9]/);
    await eventually(() => greyed(page).count()).toBe(1);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await drawn(page);
      const contrasts = (await page.evaluate(LINE_CONTRASTS)) as readonly number[];
      expect(contrasts.length, colorScheme).toBeGreaterThan(4);
      expect(Math.min(...contrasts), colorScheme).toBeGreaterThanOrEqual(3);
    }
    // A page that is opened now knows none.
    await page.reload();
    await page.getByText("The router does not answer").first().waitFor();
    await eventually(() => page.locator(".tile .value").allTextContents()).toEqual(["–", "–", "–", "–", "–"]);
    const facts = page.locator(".state .facts dd");
    await eventually(() => facts.allTextContents()).toEqual(["–", expect.stringMatching(/\d/)]);
    await eventually(() => page.locator(".sharing h2").textContent()).toMatch(/^– of /);
    expect(await page.locator(".hero meter").count()).toBe(0);
    fixture.simulator.faults.release();
    await eventually(() => greyed(page).count()).toBe(0);
    await eventually(() => known.textContent()).toMatch(/[1-9]/);
  });

  it.each(["running", "draining"])(
    "keeps the last values when a router that is %s falls silent between two answers of one request",
    async (phase) => {
      const fixture = await ConsoleFixture.open();
      if (phase === "draining") await fixture.ask("RouterManager", { RestartGraceful: null });
      const page = await fixture.signedIn();
      const known = tile(page, "Known peers").locator(".value");
      await eventually(() => known.textContent()).toMatch(/[1-9]/);
      fixture.simulator.faults.hang();
      let torn = 0;
      await page.route("**/console/rpc", async (route) => {
        const response = await route.fetch();
        const text = await response.text();
        const body = text.replace(/("svc\.router\.(?:uptime|netdb\.knownpeers)":)\d+/g, "$10");
        if (text.includes(`"phase":"${phase}"`) && body !== text) torn += 1;
        await route.fulfill({ response, body });
      });
      await eventually(() => torn).toBeGreaterThan(0);
      fixture.clock.advance(11_000);
      await page.getByText("The router does not answer").first().waitFor();
      await eventually(() => known.textContent()).toMatch(/[1-9]/);
    },
  );
});

/** How the lines of the small graphs, which fade as the large ones do, stand out from their card. */
const LINE_CONTRASTS = `(() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  return [...document.querySelectorAll(".away .spark path")].map((line) => {
    const ground = parts(getComputedStyle(line.closest(".card")).backgroundColor);
    let opacity = 1;
    for (let one = line; one !== null; one = one.parentElement) opacity *= Number(getComputedStyle(one).opacity);
    const shown = parts(getComputedStyle(line).stroke).map((part, at) => opacity * part + (1 - opacity) * ground[at]);
    const [most, least] = [light(shown), light(ground)].sort((one, other) => other - one);
    return (most + 0.05) / (least + 0.05);
  });
})()`;

/** As if nobody had touched the page for over a minute. Writes down when it polls. */
const UNUSED = `{
  const [now, send] = [performance.now.bind(performance), fetch];
  performance.now = () => now() + 61_000;
  window.polls = [];
  window.fetch = (address, request) => {
    if (String(request?.body).includes("pilothouse.health")) polls.push(now());
    return send(address, request);
  };
}`;
