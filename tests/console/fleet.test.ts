import { describe, expect, it } from "vitest";
import { NodeAway } from "../../packages/fleet/src/bus/hub-bus.js";
import { lookAtNodes } from "../../packages/fleet/src/hub/history/uptimes.js";
import { fingerprintOf } from "../../packages/fleet/src/joining/join-messages.js";
import { DESKTOP, PHONE, problems } from "./support/accessible.js";
import { signIn } from "./support/console-fixture.js";
import { eventually } from "./support/eventually.js";
import { FleetFixture, idOf } from "./support/fleet-fixture.js";
import { PAGES } from "./support/pages.js";

/** Controls that change nothing on the hub or its nodes, by page and name; fields have no name here. */
const HARMLESS = [
  /: Copy: pilothouse (backup|restore) /,
  /^addressbook: (Copy: .*)?$/,
  /^(events|logs|rates|explorer): /,
  /^fleet: (Show|any.*|(All|online|not heard yet|offline) \d+|Name▲|State|Router|In \/ out|Tunnels|Up, 24\sh|Labels|Last seen|)$/,
  /^fleet: (\d+\s(min|h|d|y)|Earlier|Zoom (in|out)|Save as (CSV|PNG))$/,
  /^rollouts: (Show each node|Hide the nodes)$/,
  /^templates: (Dry run|Import from nodes|)$/,
  /^overview: (\d+\s(min|h|d|y)|Earlier|Zoom (in|out)|Save as (CSV|PNG))$/,
  /^advanced: (Search names and values|Export)$/,
  // Notifications of the browser itself.
  /^notifications: $/,
  /^applications: Copy/,
];

describe("a hub's console", () => {
  it("lists fifty thousand nodes with few rendered rows, sorts and filters them", async () => {
    const fleet = await FleetFixture.open(50_000);
    const page = await fleet.page("");
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.getByRole("heading", { level: 1, name: "Fleet" }).waitFor();
    await page.getByRole("link", { name: "node-00000" }).waitFor();
    const rows = page.locator(".nodes tbody tr:not(.gap)");
    expect(await rows.count()).toBeLessThan(80);
    const totals = page.getByRole("region", { name: "The whole fleet" });
    await eventually(() => totals.textContent()).toContain("50,000");
    await eventually(() => page.getByText("0.9.63").count()).toBeGreaterThan(0);

    // Any place in the list is loaded when it is seen, and the rows that were passed are removed.
    await page.getByText("50,000 rows", { exact: true }).waitFor();
    await page.getByRole("group", { name: "Nodes", exact: true }).press("End");
    await page.getByRole("link", { name: "node-49999" }).waitFor();
    expect(await rows.count()).toBeLessThan(80);
    const asked = fleet.fixture.sent.filter((text) => text.includes('"fleet.nodes"')).length;
    expect(asked).toBeLessThan(100);
    const first = () => rows.first().getByRole("rowheader").textContent();
    const byTraffic = page.getByRole("columnheader", { name: "In / out" }).getByRole("button");
    await byTraffic.click();
    await eventually(first).toBe("node-49999");
    await byTraffic.click();
    await eventually(first).toBe("node-00000");
    await page.getByRole("columnheader", { name: "State" }).getByRole("button").click();
    await eventually(first).toBe("node-00007");
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await eventually(first).toBe("node-00000");
    expect(await rows.count()).toBeLessThan(80);

    await page.getByLabel("Name contains").fill("node-0123");
    await page.getByText("10 rows", { exact: true }).waitFor();
    await eventually(() => rows.count()).toBe(10);
    await page.getByRole("combobox", { name: "Label" }).selectOption("site=ams");
    await eventually(() => rows.count()).toBeLessThan(10);
    // Filters are in the address, so they are there again after a reload.
    expect(new URL(page.url()).hash).toBe("#/fleet?name=node-0123&label=site%3Dams");
    await page.reload();
    await eventually(() => rows.count()).toBeLessThan(10);
    await page.getByLabel("Name contains").fill("nothing like that");
    await page.getByText("No node matches.").waitFor();
    expect(await problems(page)).toEqual([]);
    // The search finds all of them.
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("node-49999");
    await page.getByRole("option", { name: "node-49999" }).waitFor();
  });

  it("is as its worst node: badge, title, list and row say so, and lead to the nodes", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(3);
    const page = await fleet.page("#/fleet");
    const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
    await row("node-00000").getByText("online").waitFor();
    const badge = page.locator(".badge");
    await badge.getByText("All is well").waitFor();
    fleet.reports.set("node-00001", { phase: "stopped", verdict: "problem" });
    fleet.reports.set("node-00002", { netStatus: 2, verdict: "warning" });
    fleet.report();
    await badge.getByText("1 router is stopped").waitFor();
    await eventually(() => page.title()).toContain("1 router is stopped");
    await row("node-00001").locator(".verdict-problem", { hasText: "Stopped" }).waitFor();
    await row("node-00002").locator(".verdict-warning").waitFor();
    await row("node-00002").getByText("firewalled").first().waitFor();
    const found = page.locator(".to-look-at li");
    await eventually(() => found.allTextContents()).toEqual([
      expect.stringContaining("1 router is stopped"),
      expect.stringContaining("1 node is firewalled"),
    ]);
    expect(await problems(page)).toEqual([]);
    // What a stopped router did last is not shown as if it were so now.
    await eventually(() => row("node-00001").locator("td").allTextContents()).toEqual(
      expect.arrayContaining(["–", "–", "–"]),
    );
    await found.nth(1).getByRole("button", { name: "Show" }).click();
    await row("node-00001").waitFor({ state: "detached" });
    await row("node-00002").waitFor();
    const pills = page.getByRole("group", { name: "State" });
    await eventually(() => pills.getByRole("button").allTextContents()).toEqual([
      ...["All 3", "online 3", "stopped 1", "firewalled 1"],
    ]);
    await pills.getByRole("button", { name: "stopped" }).click();
    await row("node-00002").waitFor({ state: "detached" });
    await pills.getByRole("button", { name: "stopped" }).click();
    await row("node-00000").waitFor();
    fleet.reports.clear();
    fleet.report();
    await badge.getByText("All is well").waitFor();
  });

  it("sorts its nodes by a column, also after a reload, with numbers in their order", async () => {
    const fleet = await FleetFixture.open();
    for (const name of ["n-10", "n-9", "n-1"]) await fleet.bus.join(idOf(name), { name });
    const report = () => {
      fleet.bus.report(idOf("n-10"), { inbound: 5_000 });
      fleet.bus.report(idOf("n-9"), { inbound: 900 });
      fleet.bus.report(idOf("n-1"), { phase: "stopped", inbound: 9_000 });
    };
    report();
    const page = await fleet.page("#/fleet");
    await page.setViewportSize({ width: 1400, height: 900 });
    const names = () => page.locator(".nodes tbody th").allTextContents();
    await eventually(names).toEqual(["n-1", "n-9", "n-10"]);
    const header = (name: string) => page.getByRole("columnheader", { name });
    await header("In / out").getByRole("button").click();
    await eventually(names).toEqual(["n-10", "n-9", "n-1"]);
    expect(await header("In / out").getAttribute("aria-sort")).toBe("descending");
    await header("In / out").getByRole("button").click();
    await eventually(names).toEqual(["n-9", "n-10", "n-1"]);
    expect(new URL(page.url()).hash).toBe("#/fleet?sort=traffic");
    await page.reload();
    await eventually(names).toEqual(["n-9", "n-10", "n-1"]);
    await header("State").getByRole("button").click();
    await eventually(names).toEqual(["n-1", "n-9", "n-10"]);
    await page.locator(".nodes .spark path").first().waitFor({ state: "attached" });
    expect(await problems(page)).toEqual([]);
    // On paper nothing can be clicked, but columns keep their names.
    await page.emulateMedia({ media: "print" });
    await header("Name").getByRole("button").waitFor();
    expect(await page.locator(".nodes .pick:visible").count()).toBe(0);
    await page.locator(".legend li").first().waitFor();
    const swatch = `getComputedStyle(document.querySelector(".legend li"), "::before").printColorAdjust`;
    expect(await page.evaluate(swatch)).toBe("exact");
  });

  it("is as it was when one comes back from a node: filter, order, and how far it was scrolled", async () => {
    const fleet = await FleetFixture.open(200);
    const page = await fleet.page("#/fleet?sort=-name");
    await page.getByRole("link", { name: "node-00199" }).waitFor();
    const scrolled = () =>
      page.evaluate(() => [scrollY, document.querySelector(".nodes")?.scrollTop ?? 0].map(Math.round));
    await page.evaluate(() => {
      scrollTo(0, 300);
      document.querySelector(".nodes")?.scrollTo(0, 1200);
    });
    await eventually(scrolled).toEqual([300, 1200]);
    const link = page.getByRole("link", { name: "node-00165" });
    await link.waitFor();
    await link.focus();
    await page.keyboard.press("Enter");
    const heading = page.getByRole("heading", { level: 1, name: "Overview" });
    await heading.waitFor();
    // The keyboard continues at the page, not before the menu.
    await eventually(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.goBack();
    await link.waitFor();
    await eventually(scrolled).toEqual([300, 1200]);
    expect(new URL(page.url()).hash).toContain("sort=-name");
    // Another page begins at its top.
    await page.getByRole("link", { name: "Events" }).click();
    await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
    await eventually(() => page.evaluate(() => scrollY)).toBe(0);
  });

  it("begins at its top when one has come to another page by way of a reload", async () => {
    const fleet = await FleetFixture.open(200);
    const page = await fleet.page("#/fleet");
    await page.setViewportSize({ width: 1_280, height: 200 });
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
    const link = (name: string) => page.getByRole("link", { name, exact: true });
    await link("Events").click();
    await heading("Events");
    await page.goBack();
    await heading("Fleet");
    await page.reload();
    await heading("Fleet");
    await page.goForward();
    await heading("Events");
    // Possible once it is long enough.
    await eventually(async () => {
      await page.evaluate(() => scrollTo(0, 60));
      return scrolled();
    }).toBe(60);
    await link("Fleet").click();
    await page
      .getByRole("link", { name: /^node-/ })
      .first()
      .waitFor();
    expect(await scrolled()).toBe(0);
  });

  it("shows few new rows in each frame, so that none takes long, and keeps its place while another order loads", async () => {
    const fleet = await FleetFixture.open(300);
    const page = await fleet.page("#/fleet");
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.getByText("300 rows", { exact: true }).waitFor();
    await page.evaluate(`(() => {
      window.most = 0;
      window.least = document.body.scrollHeight;
      let added = 0;
      const observer = new MutationObserver((records) => {
        const nodes = records.flatMap(({ addedNodes }) => [...addedNodes]);
        added += nodes.filter(({ className }) => className !== "gap").length;
      });
      observer.observe(document.querySelector(".nodes tbody"), { childList: true });
      const look = () => {
        window.most = Math.max(most, added);
        added = 0;
        window.least = Math.min(least, document.querySelector(".nodes").clientHeight);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })()`);
    await page.getByRole("group", { name: "Nodes", exact: true }).press("End");
    await page.getByRole("link", { name: "node-00299" }).waitFor();
    // All that can be seen are there in the end.
    await eventually(() => page.locator(".nodes tbody tr:not(.gap)").count()).toBeGreaterThan(15);
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await eventually(() => page.locator(".nodes tbody th").first().textContent()).toBe("node-00299");
    expect(await page.evaluate("most")).toBeLessThanOrEqual(10);
    expect(await page.evaluate("least")).toBeGreaterThan(400);
  });

  it("does the same with several nodes, and says of each what came of it", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(4);
    const page = await fleet.page("#/fleet");
    for (const name of ["node-00001", "node-00002"])
      await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    const bulk = page.getByRole("group", { name: "With the selected nodes" });
    await bulk.getByText("2 nodes selected").waitFor();
    expect(await problems(page)).toEqual([]);
    await bulk.getByRole("button", { name: "Labels…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Labels").fill("tier=edge, site=");
    // One of them is removed meanwhile.
    await fleet.fixture.ask("fleet.remove", { node: "node-00002" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("1 of 2 done, 1 failed").waitFor();
    expect(await dialog.getByRole("button").allTextContents()).toEqual(["Close"]);
    await dialog.getByRole("row", { name: /^node-00001 done/ }).waitFor();
    await dialog.getByRole("row", { name: /^node-00002 .*no node/i }).waitFor();
    expect(await problems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Close" }).click();
    const { node } = await fleet.fixture.ask("fleet.node", { node: "node-00001" });
    expect(node).toMatchObject({ labels: { tier: "edge" } });

    await page.getByRole("checkbox", { name: "Select all" }).check();
    await bulk.getByText("3 nodes selected").waitFor();
    await bulk.getByRole("button", { name: "Queue a call…" }).click();
    await dialog.getByLabel("What to do").selectOption("Start a reseed");
    await dialog.getByRole("button", { name: "Queue", exact: true }).click();
    await dialog.getByText("3 of 3 queued, 0 failed").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    const { queue } = await fleet.fixture.ask("fleet.queue");
    expect(queue).toHaveLength(3);

    await bulk.getByRole("button", { name: "Restart…" }).click();
    await dialog.getByText("Selected nodes: 3").waitFor();
    await dialog.getByRole("button", { name: "Start" }).click();
    await page.getByRole("heading", { level: 1, name: "Roll-outs" }).waitFor();
    expect((await fleet.fixture.ask("fleet.rollouts"))["rollouts"]).toMatchObject([
      { kind: "restart", total: 3 },
    ]);
  });

  it("shows the fleet over time, and for how much of the last day each router ran", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(3);
    fleet.reports.set("node-00001", { phase: "stopped", inbound: 0 });
    const look = () => lookAtNodes(fleet.hub.inventory, fleet.hub.judge);
    look();
    fleet.report();
    look();
    const page = await fleet.page("#/fleet?state=online");
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.getByLabel(/^Nodes\. All 3, online 3, with problems 1$/).waitFor();
    await page.getByLabel(/^Bandwidth\. Inbound 19\.5.KiB\/s, Outbound 5\.86/).waitFor();
    await page.getByLabel(/^Participating tunnels\. 90$/).waitFor();
    const up = (name: string) => page.getByRole("row", { name }).getByTitle(/^Its router ran for/);
    expect(await up("node-00000").textContent()).toBe("100%");
    expect(await up("node-00001").getAttribute("title")).toContain("ran for 50% of the last day");
    // The range is in the address, beside the filter of the nodes.
    await page.getByRole("button", { name: "6 h" }).click();
    await eventually(() => new URL(page.url()).hash).toBe("#/fleet?state=online&range=6h");
    await page.locator("summary", { hasText: "Table" }).click();
    await page.getByRole("row", { name: /^Nodes: with problems 1 1 1 1/ }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("button", { name: "All 3" }).click();
    await eventually(() => new URL(page.url()).hash).toBe("#/fleet?range=6h");
    await page.evaluate(() => location.assign("#/rollouts"));
    await page.getByRole("heading", { level: 1, name: "Roll-outs" }).waitFor();
    expect(new URL(page.url()).hash).toBe("#/rollouts");
  });

  it("lists what happened to all nodes and the hub, and finds it by node, severity and word", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(3);
    fleet.fixture.clock.advance(60_000);
    fleet.report();
    await fleet.hub.fleetWatch.look();
    fleet.reports.set("node-00001", { phase: "stopped" });
    fleet.reports.set("node-00002", { netStatus: 2 });
    fleet.report();
    await fleet.hub.fleetWatch.look();
    const page = await fleet.page("#/events", { locale: "de-DE" });
    const lines = () =>
      page
        .locator(".event")
        .evaluateAll((rows) => rows.map((row) => [...row.children].slice(1).map((cell) => cell.textContent)));
    const stopped = ["node-00001", " Gestoppt"];
    await eventually(lines).toEqual(
      expect.arrayContaining([
        stopped,
        ["node-00002", " Firewall"],
        ["node-00000, node-00001, node-00002", " Der Flotte beigetreten"],
        ["Hub", " Dienst gestartet, Version 0.1.0"],
      ]),
    );
    expect(await problems(page)).toEqual([]);
    await page.getByLabel("Knoten enthält").fill("00001");
    await eventually(async () => (await lines()).length).toBe(2);
    await page.getByLabel("Ereignis enthält").fill("STOPP");
    await eventually(lines).toEqual([stopped]);
    await page.getByLabel("Ereignis enthält").fill("nichts davon");
    await page.getByText("Nichts dergleichen ist geschehen.").waitFor();
    for (const field of ["Knoten enthält", "Ereignis enthält"]) await page.getByLabel(field).fill("");
    await page.getByLabel("Anzeigen").selectOption("Nur Fehler");
    await eventually(lines).toEqual([stopped]);
    // New ones appear by themselves.
    fleet.reports.set("node-00000", { phase: "crashed" });
    fleet.report();
    await fleet.hub.fleetWatch.look();
    await eventually(lines).toEqual([["node-00000", " Abgestürzt"], stopped]);
    await page.getByRole("link", { name: "node-00001" }).click();
    await eventually(() => new URL(page.url()).hash).toContain("#/nodes/node-00001/overview");
  });

  it("greys everything and says how old it is when the hub does not answer", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(3);
    const page = await fleet.page("#/fleet");
    await page.getByRole("link", { name: "node-00000" }).waitFor();
    const failed = page.waitForEvent(
      "requestfailed",
      (one) => one.postData()?.includes("fleet.summary") ?? false,
    );
    await page.route("**/console/rpc", (route) => route.abort());
    await eventually(() => page.title()).toContain("The service does not answer");
    // Once, at the top.
    await failed;
    await eventually(() => page.locator("main").getByText("The service does not answer.").count()).toBe(1);
    await page.getByText(/Last values: .* ago/).waitFor();
    await page.locator(".page.away .nodes").waitFor();
    const cell = page.locator(".nodes td").first();
    expect(await cell.evaluate((one) => getComputedStyle(one).opacity)).toBe("0.45");
  });

  it("opens a node's own pages, and comes back", async () => {
    const fleet = await FleetFixture.open();
    await fleet.node("harbour");
    await fleet.bus.join(idOf("away"), { name: "away" });
    fleet.bus.options.events.onStopped(idOf("away"));
    const page = await fleet.page("#/fleet");
    await page.getByRole("row", { name: /away/ }).getByText("service stopped").waitFor();
    // A hub gives its backup to nobody's browser, so none is offered.
    await page.getByText("On the machine itself:", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Download a backup…" }).count()).toBe(0);
    await page.getByRole("link", { name: "harbour" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByLabel(/^Bandwidth\. Inbound \d/).waitFor();
    await page.getByRole("banner").getByText("harbour").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Control" }).click();
    await page.getByRole("button", { name: "Restart gracefully…" }).waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#\/nodes\/harbour\/control/);
    expect(await problems(page)).toEqual([]);

    await page.reload();
    await page.getByRole("button", { name: "Restart gracefully…" }).waitFor();
    // What is true of this page and its hub is not said of the node.
    await page.setViewportSize(DESKTOP);
    const menu = page.getByRole("navigation");
    await menu.getByRole("link", { name: "Access for other programs" }).click();
    await page.getByText("Path /jsonrpc/ of the service's HTTP address.").waitFor();
    await menu.getByRole("link", { name: "Password and sessions" }).click();
    await page.getByText("Nobody is signed in there.").waitFor();
    await page.getByText("Every session of the node ends").waitFor();
    await page.goto(page.url().replace(/[^/]*$/, "welcome"));
    await page.getByRole("button", { name: "How to reach it" }).click();
    await page.getByText("Dashboards and scripts get tokens of their own").waitFor();
    expect(await page.getByText("ssh -L").count()).toBe(0);
    await page.getByRole("banner").getByRole("link", { name: "Fleet" }).click();
    await page.getByRole("link", { name: "away" }).click();
    await page.getByRole("heading", { name: "away is offline" }).waitFor();
    await page.getByText("It has not reported yet.").waitFor();
  });

  it("says on an open page of a node that the node is away, not the service, and shows the page again", async () => {
    const fleet = await FleetFixture.open();
    const service = await fleet.node("harbour");
    let isThere = true;
    await fleet.bus.join(idOf("harbour"), { name: "harbour" }, async ({ text, scope }) => {
      if (!isThere) throw new NodeAway("The node is not connected", true);
      return (await service.answer(text, { address: "hub", access: scope })).text;
    });
    const page = await fleet.page("#/nodes/harbour/control");
    const restart = page.getByRole("button", { name: "Restart gracefully…" });
    await restart.waitFor();
    isThere = false;
    await page.getByRole("heading", { name: "harbour cannot be reached" }).waitFor();
    await eventually(() => page.title()).toContain("harbour cannot be reached");
    await restart.waitFor({ state: "hidden" });
    isThere = true;
    await restart.waitFor();
    await eventually(() => page.title()).not.toContain("harbour cannot be reached");
  });

  it("says on the pages of a node what only the hub knows of it: two machines with its key, or changed settings", async () => {
    const fleet = await FleetFixture.open();
    const node = await fleet.node("harbour");
    const page = await fleet.page("#/nodes/harbour/overview");
    const badge = page.locator(".badge");
    await page.getByLabel(/^Bandwidth\. Inbound \d/).waitFor();
    expect(await badge.textContent()).not.toContain("harbour");
    fleet.bus.report(idOf("harbour"), { drifted: true, verdict: "warning" });
    await page.locator(".badge.warning", { hasText: "harbour: settings changed" }).waitFor();
    await eventually(() => page.title()).toContain("harbour: settings changed");
    const state = page.getByRole("region", { name: "State" });
    await state.getByRole("heading", { name: "harbour: settings changed" }).waitFor();
    await page.locator(".notice.warning").getByRole("link", { name: "Templates" }).waitFor();
    const ask = async (method: string, params: object) => {
      const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const reply = await node.answer(text, { address: "hub", access: "all" });
      reply.afterwards?.();
      return JSON.parse(reply.text).result;
    };
    const network = { "router.net.bw.share": "33", "router.net.upnp": "true" };
    await ask("pilothouse.apply", { checksum: "0".repeat(32), network, restart: "never" });
    await eventually(async () => (await ask("pilothouse.apply", {})).state).toBe("applied");
    await ask("NetworkSetting", { "svc.router.net.bw.share": "44" });
    const differs = "Not as the template wants: Share for others.";
    await page.locator(".notice.warning").getByText(differs).waitFor();
    await state.getByText(differs).waitFor();
    expect(await problems(page)).toEqual([]);
    const record = { name: "harbour", labels: {}, joined: 1, invitation: "i", duplicate: 1 };
    await fleet.bus.join(idOf("harbour"), record);
    await page.locator(".badge.error", { hasText: "harbour: duplicate" }).waitFor();
    await page.getByText("Two machines use this node's key").waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("button", { name: "Change…" }).click();
    await page
      .getByRole("dialog")
      .getByRole("heading", { name: /harbour/ })
      .waitFor();
    await page.keyboard.press("Escape");
    const { duplicate: _one, ...alone } = record;
    await fleet.bus.join(idOf("harbour"), alone);
    fleet.bus.report(idOf("harbour"));
    await eventually(() => badge.textContent()).not.toContain("harbour");
  });

  it("shows of a node that is offline its last figures, what waits for it, and what can be done", async () => {
    const fleet = await FleetFixture.open();
    await fleet.bus.join(idOf("away"), { name: "away", labels: { site: "ams" } });
    fleet.bus.report(idOf("away"), { participating: 77 });
    fleet.fixture.clock.advance(600_000);
    await fleet.fixture.ask("fleet.queue", {
      node: "away",
      method: "RouterManager",
      params: { Reseed: null },
    });
    const page = await fleet.page("#/nodes/away/overview");
    await page.getByRole("heading", { name: "away is offline" }).waitFor();
    await page.getByText("Last heard of 10 minutes ago.").waitFor();
    await page.locator(".badge.error", { hasText: "away is offline" }).waitFor();
    expect(await page.title()).toBe("away is offline – Overview – away – Pilothouse");
    await page.locator(".facts", { hasText: "77" }).getByText("site=ams").waitFor();
    await page.getByRole("row", { name: /^Start a reseed/ }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("button", { name: "Queue a call…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Queue", exact: true }).click();
    await page.getByRole("dialog").getByText("1 of 1 queued, 0 failed").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("row", { name: /^Restart gracefully/ }).waitFor();
    await page.goto(`${fleet.fixture.url}#/nodes/nobody/overview`);
    await page.getByRole("heading", { name: "There is no node nobody in this fleet" }).waitFor();
    await page.locator(".badge.error", { hasText: "There is no node nobody" }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("link", { name: "Back to the fleet" }).click();
    await page.getByRole("link", { name: "away" }).waitFor();
  });

  it("says after it was killed that it does not know when a node was last heard of", async () => {
    const fleet = await FleetFixture.open();
    const { inventory } = fleet.hub;
    await fleet.bus.join(idOf("away"), { name: "away" });
    fleet.bus.report(idOf("away"), {});
    inventory.cleanUp();
    await inventory.save();
    const node = inventory.find("away");
    // As a hub has it that starts with what one wrote that was killed.
    if (node !== undefined)
      Object.assign(node, { online: false, report: undefined, unheard: fleet.fixture.clock.now() + 120_000 });
    fleet.fixture.clock.advance(600_000);
    const page = await fleet.page("#/nodes/away/overview");
    await page.getByText("Not heard of since the hub started 8 minutes ago").waitFor();
    await page.getByText("It was last noted 10 minutes ago.").waitFor();
    expect(await page.getByRole("heading", { name: /^Last figures/ }).count()).toBe(0);
  });

  it("marks a name that no node can have at its field, and one that another node has", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(2);
    const page = await fleet.page("#/fleet", { locale: "de-DE" });
    await page
      .getByRole("row", { name: /node-00001/ })
      .getByRole("button")
      .click();
    const dialog = page.getByRole("dialog");
    const name = dialog.getByLabel("Name");
    const error = dialog.locator(".field", { has: page.getByLabel("Name") }).getByRole("alert");
    const save = dialog.getByRole("button", { name: "Speichern" });
    await name.fill("Attic!");
    await save.click();
    await error.getByText("Kleine Buchstaben, Ziffern, Punkte und Bindestriche.").waitFor();
    expect(await name.getAttribute("aria-invalid")).toBe("true");
    expect(await problems(page)).toEqual([]);
    await name.fill("node-00000");
    await save.click();
    await error.getByText("node-00000").waitFor();
    expect(await dialog.getByRole("alert").count()).toBe(1);
    await name.fill("roof");
    await save.click();
    await page.getByRole("link", { name: "roof" }).waitFor();
  });

  it("counts for a roll-out only nodes that it can reach", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(2);
    await fleet.bus.wait(idOf("one"), "one");
    fleet.bus.report(idOf("two"), { name: "two" });
    const page = await fleet.page("#/rollouts");
    await page.getByRole("button", { name: "New roll-out…" }).click();
    await page.getByRole("dialog").getByText("Selected nodes: 2", { exact: true }).waitFor();
  });

  it("lists the shortcuts of pages that a hub has", async () => {
    const fleet = await FleetFixture.open();
    const page = await fleet.page("#/events");
    await page.locator(".event").first().waitFor();
    await page.keyboard.press("?");
    const pages = page.getByRole("dialog").locator(".keys dd");
    await eventually(() => pages.allTextContents()).toEqual([
      ...["Go to a page or do something", "Show these shortcuts"],
      ...["Events", "Password and sessions", "Access for other programs"],
    ]);
  });

  it("creates an invitation, shows its token once, and revokes it", async () => {
    const fleet = await FleetFixture.open();
    const page = await fleet.page("#/invitations");
    await page.getByLabel("Labels").fill("site");
    await page.getByText("Write labels as key=value").waitFor();
    // It is so as long as it is wrong.
    await page.getByLabel("Labels").fill("site=ams, rack");
    await page.getByText("Write labels as key=value").waitFor();
    expect(await page.getByRole("button", { name: "Make an invitation" }).isDisabled()).toBe(true);
    await page.getByLabel("Labels").fill("site=ams, rack=4");
    await page.getByRole("button", { name: "Make an invitation" }).click();
    await page.getByText(/pilothouse join ph1_\S+/).waitFor();
    const open = page.getByRole("row", { name: /site=ams, rack=4 .*0 of 1 .*open/ });
    await open.waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("button", { name: "Done" }).click();
    expect(await page.locator("main").innerHTML()).not.toContain("ph1_");
    await page.getByRole("button", { name: /^Revoke: / }).click();
    await page.getByRole("row", { name: /site=ams, rack=4 .*revoked/ }).waitFor();
    expect(await page.getByRole("button", { name: /^Revoke: / }).count()).toBe(0);
    expect(await fleet.bus.enrolment.invitations()).toMatchObject([{ revoked: expect.any(Number) }]);
  });

  it("accepts and refuses nodes that wait for approval", async () => {
    const fleet = await FleetFixture.open();
    for (const name of ["one", "two"]) await fleet.bus.wait(idOf(name), name);
    const page = await fleet.page("#/fleet");
    await page.locator(".to-look-at").getByText("2 nodes wait to be accepted").waitFor();
    // They cannot be changed or selected, and are no members yet.
    await page.getByText("2 rows", { exact: true }).waitFor();
    expect(await page.locator(".nodes tbody :is(button, input):enabled").count()).toBe(0);
    // As blue as in the list above and as its pill: somebody has to look at them.
    expect(await page.locator(".nodes tbody .tag.verdict-ok").count()).toBe(0);
    await page
      .locator(".tile", { hasText: "0 online · 2 waiting" })
      .getByText("0", { exact: true })
      .waitFor();
    await page.locator(".nodes tbody a").first().click();
    await page.getByRole("heading", { name: "Waiting nodes" }).waitFor();
    await page.evaluate((name) => location.assign(`#/nodes/${name}/overview`), fingerprintOf(idOf("one")));
    await page.getByRole("heading", { name: /: waiting$/ }).waitFor();
    await page.locator(".badge.testing", { hasText: ": waiting" }).waitFor();
    expect(await page.getByRole("heading", { name: "What waits for it" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Queue a call…" }).count()).toBe(0);
    expect(await problems(page)).toEqual([]);
    await page.goBack();
    await page.goBack();
    await page.getByRole("link", { name: "Review" }).click();
    await page.getByRole("button", { name: "Accept: one" }).click();
    await page.getByRole("button", { name: "Accept: one" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Refuse: two" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Refuse" }).click();
    await page.getByText("No node is waiting.").waitFor();
    expect(await fleet.bus.enrolment.waiting()).toEqual([]);
  });

  it("adopts and removes nodes that the hub has no record of", async () => {
    const fleet = await FleetFixture.open();
    for (const name of ["one", "two"]) fleet.bus.report(idOf(name), { name });
    const page = await fleet.page("#/fleet");
    await page.locator(".to-look-at").getByText("2 nodes are unknown to this hub").waitFor();
    await page.getByRole("link", { name: "Review" }).click();
    const button = (what: string, name: string) =>
      page.getByRole("button", { name: `${what}: ${fingerprintOf(idOf(name))}` });
    await button("Adopt", "one").waitFor();
    expect(await problems(page)).toEqual([]);
    await button("Adopt", "one").click();
    await button("Adopt", "one").waitFor({ state: "detached" });
    await button("Remove from the fleet", "two").click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("heading", { name: "Nodes that are unknown here" }).waitFor({ state: "detached" });
    const { state } = fleet.bus.options;
    expect((await state.get(`node/${idOf("one")}`))?.text).toContain('"name":"one"');
    expect(await state.get(`revoked/${idOf("two")}`)).toBeDefined();
  });

  it("starts a rolling restart after asking, pauses, resumes and ends it", async () => {
    const fleet = await FleetFixture.open();
    // They have the command, and do not answer; it does not expire, however slow the machine is.
    await fleet.addNodes(6, () => new Promise(() => {}));
    fleet.fixture.clock.speed = 0;
    const page = await fleet.page("#/rollouts");
    await page.getByText("There has been no roll-out yet.").waitFor();
    await page.getByRole("button", { name: "New roll-out…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Selected nodes: 6").waitFor();
    await dialog.getByLabel("Nodes with the label").selectOption("site=ams");
    await dialog.getByText("Selected nodes: 2").waitFor();
    // A number that cannot be taken says what can.
    await dialog.getByLabel("In parallel").fill("0");
    await dialog.getByText("From 1 to 100,000.").waitFor();
    expect(await dialog.getByRole("button", { name: "Start" }).isDisabled()).toBe(true);
    await dialog.getByLabel("In parallel").fill("1");
    expect(await problems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Start" }).click();
    await page.getByRole("progressbar").waitFor();
    // What each node does, waits for, and since when.
    const first = page.getByRole("row", { name: /^node-00000 / });
    await first.getByText("restarts", { exact: true }).waitFor();
    await first.getByText("it has not answered the command yet").waitFor();
    await first.getByText(/ago|now/).waitFor();
    await page
      .getByRole("row", { name: /^node-00003 / })
      .getByText("next")
      .waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("paused", { exact: true }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByText("running", { exact: true }).waitFor();
    // A roll-out that has commanded nothing would end at once.
    await expect.poll(() => fleet.bus.commands.length).toBeGreaterThan(0);
    await page.getByRole("button", { name: "End…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End it" }).click();
    // The node may carry out the command until that expires.
    await page.getByText("stopping", { exact: true }).waitFor();
    fleet.fixture.clock.advance(90_000);
    await page.getByText("ended", { exact: true }).waitFor();
    await page.getByRole("button", { name: "End…" }).waitFor({ state: "detached" });
  });

  it("says in the reader's language which nodes of a roll-out failed, when and why, on its first page too", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(1, () => new Promise(() => {}));
    await fleet.bus.join(idOf("attic"), { name: "attic" });
    // The clock stands still, so that nothing is late on a slow machine.
    fleet.fixture.clock.speed = 0;
    fleet.bus.report(idOf("attic"), { allow: "read" });
    await fleet.fixture.ask("fleet.rollout", { kind: "restart", healthyDeadline: 1_000, graceful: false });
    const page = await fleet.page("#/rollouts", { locale: "de-DE" });
    const other = page.getByRole("row", { name: /^attic / });
    await other.getByText("der Knoten erlaubt es nicht: sein fleet.allow ist read").waitFor();
    // It waits for a minute until it knows that all nodes had the time to report.
    fleet.fixture.clock.advance(120_000);
    // At once, or the hub takes the node for offline.
    fleet.report();
    const row = page.getByRole("row", { name: /^node-00000 / });
    await row.locator(".tag.bad", { hasText: "fehlgeschlagen" }).waitFor();
    await row.getByText("er antwortet nicht auf den Befehl").waitFor();
    await row.getByText(/^vor|jetzt/).waitFor();
    await page.getByText("fehlgeschlagen: 1, erlaubt: 0").waitFor();
    await page.locator(".card > * .tag.bad", { hasText: "fehlgeschlagen" }).first().waitFor();
    await page.getByText(/Zu Ende/).waitFor();
    expect(await problems(page)).toEqual([]);
    fleet.report();
    await page.goto(`${fleet.fixture.url}#/fleet`);
    const found = page.locator(".to-look-at li", { hasText: "Ein Roll-out ist fehlgeschlagen" });
    await found.getByText(/^Neustart [0-9a-f]{8}$/).waitFor();
    await found.getByRole("link", { name: "Anzeigen" }).click();
    await page.getByRole("heading", { level: 1, name: "Roll-outs" }).waitFor();
  });

  it("starts an update, and cancels a call that waits for a node", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(2);
    await fleet.bus.join(idOf("away"), { name: "away" });
    await fleet.fixture.ask("fleet.queue", {
      node: "away",
      method: "RouterManager",
      params: { Restart: true },
    });
    const page = await fleet.page("#/rollouts");
    const waiting = page.getByRole("row", { name: /^away Restart now .* waiting/ });
    await waiting.waitFor();
    await page.getByRole("button", { name: "Cancel: Restart now, away" }).click();
    await page.getByRole("row", { name: /^away Restart now .* cancelled/ }).waitFor();

    await page.getByRole("button", { name: "New roll-out…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("What to do").selectOption("Update");
    await dialog.getByLabel("Nodes with the label").selectOption("site=ams");
    await dialog.getByText("Selected nodes: 1").waitFor();
    await dialog.getByRole("button", { name: "Start" }).click();
    await page.getByRole("progressbar").waitFor();
    const { rollouts } = await fleet.fixture.ask("fleet.rollouts");
    expect(rollouts).toMatchObject([{ kind: "update", total: 1 }]);
    expect(await problems(page)).toEqual([]);
    await page.route("**/console/rpc", (route) => route.abort());
    await page.locator(".page.away .rollout").waitFor();
    const counts = page.locator(".rollout-counts");
    expect(await counts.evaluate((one) => getComputedStyle(one).opacity)).toBe("0.45");
  });

  it("renames, labels and removes a node", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(3);
    const page = await fleet.page("#/fleet");
    const button = page.getByRole("button", { name: "Change… node-00001" });
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      // The cell hides what is wider than itself.
      await eventually(() =>
        button.evaluate(
          (element) =>
            element.getBoundingClientRect().right <=
            (element.parentElement?.getBoundingClientRect().right ?? 0),
        ),
      ).toBe(true);
    }
    await button.click();
    const dialog = page.getByRole("dialog", { name: "Node node-00001" });
    await dialog.getByLabel("Name").fill("node-00002");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Another node is called node-00002").waitFor();
    await dialog.getByLabel("Name").fill("attic");
    await dialog.getByLabel("Labels").fill("tier=edge");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "attic" }).waitFor();
    const { node } = await fleet.fixture.ask("fleet.node", { node: "attic" });
    expect(node).toMatchObject({ name: "attic", labels: { tier: "edge" } });

    await page.getByRole("button", { name: "Change… attic" }).click();
    await page.getByRole("button", { name: "Remove from the fleet…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove from the fleet" }).click();
    await page.getByRole("link", { name: "attic" }).waitFor({ state: "detached" });
    expect(await fleet.fixture.ask("fleet.summary")).toMatchObject({ nodes: 2 });
  });

  it("creates, changes and removes accounts", async () => {
    const fleet = await FleetFixture.open();
    const page = await fleet.page("#/operators");
    await page.getByText("There is no account yet.").waitFor();
    await page.getByRole("button", { name: "Add an account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("anna");
    await dialog.getByLabel("Role").selectOption("Operator");
    await dialog.getByLabel("Nodes with the labels").fill("site=ams");
    await dialog.getByLabel("Password").fill("password12");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog.getByLabel("Password").fill("the password of anna");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /^anna Operator site=ams/ }).waitFor();
    expect(await page.locator("main").innerHTML()).not.toContain("the password of anna");

    await page.getByRole("button", { name: "Change… anna" }).click();
    await dialog.getByLabel("Role").selectOption("Viewer");
    await dialog.getByLabel("Nodes with the labels").fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /^anna Viewer all nodes/ }).waitFor();
    expect(await problems(page)).toEqual([]);
    const login = { API: 1, User: "anna", Password: "the password of anna" };
    expect(await fleet.fixture.call("Authenticate", login)).toHaveProperty("Token");
    await page.getByRole("button", { name: "Remove: anna" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByText("There is no account yet.").waitFor();
    expect(await fleet.fixture.ask("fleet.operators")).toEqual({ operators: [] });

    // What the hub notifies about, and where to, is set in the browser too.
    await page.evaluate(() => location.assign("#/notifications"));
    await page.getByRole("button", { name: "Add Webhook" }).click();
    await dialog.getByLabel("Address").fill("https://hooks.example/x");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /^Webhook/ }).waitFor();
    await page.getByRole("switch", { name: "Nodes are firewalled" }).click();
    await eventually(async () => JSON.stringify(await fleet.fixture.ask("pilothouse.settings"))).toContain(
      '"value":["nodes.firewalled"]',
    );
    expect(await problems(page)).toEqual([]);
  });

  it("shows what a template would change, applies it as a roll-out, and shows drift", async () => {
    const fleet = await FleetFixture.open();
    await fleet.node("harbour");
    const page = await fleet.page("#/templates");
    await page.getByText("No template was applied yet.").waitFor();
    const text = page.getByLabel("fleet.toml");
    const wrong = page.getByRole("alert");
    await text.fill('[[group]]\nnetwork = { "bw.share" = 101 }\n');
    await page.getByRole("button", { name: "Dry run" }).click();
    await eventually(() => wrong.allTextContents()).toEqual([
      'Line 2: bw.share: a whole number from 0 to 100 is needed; "101" was given.',
    ]);
    await eventually(() => page.evaluate("getSelection().toString()")).toBe('network = { "bw.share" = 101 }');
    await eventually(() => text.getAttribute("aria-describedby")).toBe(await wrong.getAttribute("id"));
    await text.fill("[[group]\n");
    await eventually(() => wrong.count()).toBe(0);
    await page.getByRole("button", { name: "Dry run" }).click();
    await page.getByText("Line 1: This is not valid TOML: “").waitFor();
    await eventually(() => page.getByRole("button", { name: "Apply…" }).isDisabled()).toBe(true);
    const menu = page.getByRole("navigation");
    await menu.getByRole("link", { name: "Invitations" }).click();
    await page.getByLabel("Hours").fill("7");
    await menu.getByRole("link", { name: "Templates" }).click();
    await eventually(() => text.inputValue()).toBe("[[group]\n");
    // Those of a node are apart, and are kept while the fleet is open.
    await page.goto(`${fleet.fixture.url}#/nodes/harbour/network`);
    await page.getByLabel("TCP port").fill("24201");
    await page.goto(`${fleet.fixture.url}#/templates`);
    await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
    const question = page.getByRole("dialog", { name: "Sign out and lose unsaved changes?" });
    await eventually(() => question.getByRole("listitem").allTextContents()).toEqual([
      "Templates",
      "Invitations",
      "Network settings (harbour)",
    ]);
    await question.getByRole("link", { name: "Network settings" }).click();
    await eventually(() => page.getByLabel("TCP port").inputValue()).toBe("24201");
    await page.goto(`${fleet.fixture.url}#/templates`);
    await text.fill('[[group]]\nnetwork = { "bw.share" = 33 }\n');
    await page.getByRole("button", { name: "Dry run" }).click();
    await page.getByRole("row", { name: /harbour .*share: 80 → 33/ }).waitFor();
    await page.getByRole("button", { name: "Apply…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply the template" }).click();
    await page.getByRole("heading", { level: 1, name: "Roll-outs" }).waitFor();
    await page.getByRole("progressbar").waitFor();
    expect((await fleet.fixture.ask("fleet.rollouts"))["rollouts"]).toMatchObject([
      { kind: "apply", total: 1 },
    ]);
    await page.getByRole("navigation").getByRole("link", { name: "Templates" }).click();
    await page.getByText(/^Applied by /).waitFor();
    await eventually(() => text.inputValue()).toContain('"bw.share" = 33');
    await page.getByRole("row", { name: /^harbour/ }).waitFor();
    expect(await problems(page)).toEqual([]);
    // Somebody else applies another one meanwhile, before and after the dry run.
    const others = (share: number) =>
      fleet.fixture.ask("fleet.rollout", {
        ...{ kind: "apply", nodes: [], template: `[[group]]\nnetwork = { "bw.share" = ${share} }\n` },
      });
    await text.fill('[[group]]\nnetwork = { "bw.share" = 50 }\n');
    await others(60);
    await page.getByRole("button", { name: "Dry run" }).click();
    await page.getByText(/^admin applied another template after you began to edit/).waitFor();
    await others(70);
    await page.getByRole("button", { name: "Apply…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply the template" }).click();
    await page.getByText(/admin changed fleet\.toml\. Nothing was saved\.$/).waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    await eventually(() => text.inputValue()).toContain('"bw.share" = 70');
  });

  it("lets people sign in with their accounts, and shows them their nodes", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(6);
    const account = { name: "anna", password: "the password of anna" };
    await fleet.fixture.ask("fleet.operators", { ...account, role: "viewer", labels: { site: "fra" } });
    const page = await fleet.fixture.page({ at: fleet.fixture.url });
    await page.getByLabel("Account").fill(account.name);
    await signIn(page, account.password);
    await page.getByRole("link", { name: "node-00001" }).waitFor();
    await eventually(() => page.locator(".nodes tbody tr:not(.gap)").count()).toBe(2);
    // What concerns the whole fleet would only be refused.
    const menu = page.getByRole("navigation");
    await eventually(() => menu.getByRole("link").allTextContents()).toEqual(
      ["Fleet", "Roll-outs", "Password and sessions", "Events", "API explorer"].map((name) => ` ${name}`),
    );
    await page.evaluate("location.hash = '#/audit'");
    await eventually(() => page.title()).toContain("Fleet – ");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Account").waitFor();
  });

  it("offers a viewer nothing that would be refused, on any page, and says why", async () => {
    const fleet = await FleetFixture.open();
    await fleet.node("harbour");
    await fleet.bus.join(idOf("away"), { name: "away" });
    const restart = { node: "away", method: "RouterManager", params: { Restart: true } };
    await fleet.fixture.ask("fleet.queue", restart);
    await fleet.fixture.ask("fleet.rollout", { kind: "restart", nodes: ["away"] });
    const account = { name: "anna", password: "the password of anna" };
    await fleet.fixture.ask("fleet.operators", { ...account, role: "viewer" });
    const page = await fleet.fixture.page({ at: `${fleet.fixture.url}#/invitations` });
    await page.getByLabel("Account").fill(account.name);
    await signIn(page, account.password);
    // Pages that show nothing to a viewer are not there.
    await page.getByRole("link", { name: "harbour" }).waitFor();
    const menu = page.getByRole("navigation");
    for (const name of ["Invitations", "Accounts"])
      await menu.getByRole("link", { name, exact: true }).waitFor({ state: "detached" });

    const main = page.locator("main");
    const enabled = main.locator(":is(button, input, select, textarea):enabled:visible");
    const found: string[] = [];
    const look = async (address: string) => {
      const names = await enabled.evaluateAll((controls) =>
        controls.map((control) => control.getAttribute("aria-label") ?? control.textContent ?? ""),
      );
      found.push(...names.map((name) => `${address}: ${name}`));
      if ((await main.getByText("not allowed").count()) > 0) found.push(`${address}: refused`);
    };
    await look("fleet");
    for (const [address, content] of [
      ["rollouts", page.getByText("View only: changes here need the scope “operate”")],
      ["templates", page.getByRole("button", { name: "Dry run" })],
      ["applications", page.getByText("View only: changes here need the scope “settings”")],
    ] as const) {
      await page.goto(`${fleet.fixture.url}#/${address}`);
      await content.waitFor();
      await look(address);
    }
    for (const { path, title, content } of PAGES.filter(
      ({ path }) => !["sessions", "audit"].includes(path),
    )) {
      await page.goto(`${fleet.fixture.url}#/nodes/harbour/${path}`);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await content(page).waitFor();
      await look(path);
    }
    expect(found.filter((line) => !HARMLESS.some((harmless) => harmless.test(line)))).toEqual([]);
  });

  it("lets a viewer change the account's own password", async () => {
    const fleet = await FleetFixture.open();
    const account = { name: "anna", password: "the password of anna" };
    await fleet.fixture.ask("fleet.operators", { ...account, role: "viewer" });
    const page = await fleet.fixture.page({ at: `${fleet.fixture.url}#/sessions` });
    await page.getByLabel("Account").fill(account.name);
    await signIn(page, account.password);
    await page.getByLabel("Current password").fill(account.password);
    await page.getByLabel("New password", { exact: true }).fill("another password of anna");
    await page.getByLabel("Repeat the new password").fill("another password of anna");
    const before = fleet.fixture.sent.length;
    await page.getByRole("button", { name: "Set the password" }).click();
    // Signed in again, with the account's name.
    await eventually(() => fleet.fixture.sent.slice(before).join()).toMatch(/Authenticate.*anna/);
    await page.getByLabel("Current password").waitFor();
    const login = { API: 1, User: "anna", Password: "another password of anna" };
    expect(await fleet.fixture.call("Authenticate", login)).toHaveProperty("Token");
  });

  it("shows the audit in the reader's language, and an interface without a router", async () => {
    const fleet = await FleetFixture.open();
    const guess = { API: 1, Password: "a wrong guess" };
    for (let n = 0; n < 12; n++)
      await expect(fleet.fixture.call("Authenticate", guess, "192.0.2.99")).rejects.toThrow();
    // Only then is it known how many there were.
    fleet.fixture.clock.advance(60_000);
    const account = { name: "anna", password: "the password of anna", role: "viewer" };
    await fleet.fixture.ask("fleet.operators", account);
    const page = await fleet.page("#/audit", { locale: "de-DE" });
    const counted = page.getByRole("row", { name: /Anmeldung, 2 weitere innerhalb einer Minute abgelehnt/ });
    await eventually(() => counted.textContent()).toContain("verschiedene Adressen");
    await page.getByRole("row", { name: /Konto angelegt/ }).waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "API-Explorer" }).click();
    await eventually(() => page.getByLabel("Methode").inputValue()).not.toBe("");
    await page.getByRole("button", { name: "Senden" }).waitFor();
  });
});
