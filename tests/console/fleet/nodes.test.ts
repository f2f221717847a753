import { describe, expect, it } from "vitest";
import { lookAtNodes } from "../../../packages/fleet/src/hub/history/uptimes.js";
import { DESKTOP, PHONE, problems } from "../support/accessible.js";
import { eventually } from "../support/eventually.js";
import { FleetFixture } from "../support/fleet-fixture.js";

describe("the page of a fleet", () => {
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
    expect(await cell.evaluate((one) => getComputedStyle(one).filter)).toBe("grayscale(1)");
    // Also on the pill that is chosen, which has another ground.
    const [count, pill] = await page
      .locator('.pills [aria-pressed="true"]')
      .evaluate((one) => [one.querySelector("b") ?? one, one].map((part) => getComputedStyle(part).color));
    expect(count).toBe(pill);
  });

  it("says the state of a node in whole words on a phone, and shows every row on paper", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(20);
    fleet.reports.set("node-00001", { drifted: true, verdict: "warning" });
    fleet.report();
    const page = await fleet.page("#/fleet", { locale: "de-DE" });
    await page.setViewportSize(PHONE);
    const tag = page.getByRole("row", { name: /node-00001/ }).locator(".tag");
    await tag.getByText("Einstellungen geändert").waitFor();
    expect(await tag.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const box = page.locator(".nodes");
    const hidden = () => box.evaluate((one) => one.scrollHeight - one.clientHeight);
    expect(await hidden()).toBeGreaterThan(0);
    await page.emulateMedia({ media: "print" });
    await eventually(hidden).toBe(0);
    await page.getByRole("link", { name: "node-00019" }).waitFor();
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
});
